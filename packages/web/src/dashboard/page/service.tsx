import {
  type CheckHistory,
  checkKey,
  type PageState,
  type ServiceHistory,
  type View,
} from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { buildWords, checkWords } from '../model/history-words.ts';
import { counted } from '../model/words.ts';
import { AvailabilityList } from './availability.tsx';
import { Checks } from './checks.tsx';
import { DayBars } from './day-bars.tsx';
import { type Go, ViewLink } from './go.tsx';
import { Past } from './past.tsx';
import { Time } from './time.tsx';

interface Props {
  history: ServiceHistory;
  state: PageState;
  view: View;
  go: Go;
}

/** The service of the view, or one of its checks: availability, checks, deploys and older events. */
export function Service({ history, state, view, go }: Props): JSX.Element {
  const { service, availability, days, checks } = history;
  const row = state.services.find((one) => one.service === service);
  const check = checks.find((one) => checkKey(one) === view.check);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const top = element.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight) element.current?.scrollIntoView();
  }, [service, view.check]);
  return (
    <section class="one-service" aria-labelledby="service" ref={element}>
      <header>
        <h2 id="service">
          {service || '(no name)'} {row === undefined ? null : <span class={`badge ${row.state}`}>{row.state}</span>}
        </h2>
        <ViewLink view={{ ...view, service: '', check: '', open: null }} go={go}>
          All services
        </ViewLink>
      </header>
      {check === undefined ? (
        <>
          <AvailabilityList windows={availability} />
          <DayBars days={days} label="Service" />
          <Checks {...{ checks, view, go }} now={state.now} />
        </>
      ) : (
        <OneCheck {...{ check, view, go }} now={state.now} />
      )}
      <Deploys history={history} now={state.now} />
      {go === undefined ? null : (
        <Past key={`${service} ${view.check}`} filters={filtersOf(service, check)} now={state.now} />
      )}
    </section>
  );
}

function OneCheck({ check, view, go, now }: { check: CheckHistory; view: View; go: Go; now: number }): JSX.Element {
  const { state, runs, failures, flips, seen, availability, days } = check;
  return (
    <div class="one-check">
      <h3>
        {checkWords(check)} <span class={`badge ${BADGES[state]}`}>{state === 'none' ? 'no data' : state}</span>{' '}
        <ViewLink class="link" view={{ ...view, check: '' }} go={go}>
          All checks
        </ViewLink>
      </h3>
      <p>
        {counted(runs, 'report')} in 30 days, {failures} of them failures, newest <Time at={seen} now={now} />.{' '}
        {flips === 0 ? '' : `Flaky: ${counted(flips, 'change')} without a change of commit.`}
      </p>
      <AvailabilityList windows={availability} />
      <DayBars days={days} label="Check" />
    </div>
  );
}

const BADGES = { good: 'passing', failing: 'failing', none: 'quiet' };
const DEPLOYS_SHOWN = 5;

function Deploys({ history: { deploys }, now }: { history: ServiceHistory; now: number }): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (deploys.length === 0) return null;
  const shown = all ? deploys : deploys.slice(0, DEPLOYS_SHOWN);
  return (
    <div class="deploys">
      <h3>Deploys</h3>
      <ol>
        {shown.map((deploy) => (
          <li key={deploy.seq}>
            <b>{buildWords(deploy)}</b> {deploy.isMarked ? 'deployed' : 'first reported'}{' '}
            <Time at={deploy.at} now={now} />
            {deploy.run === ''
              ? ''
              : `, run ${deploy.run}${deploy.attempt === '' ? '' : `, attempt ${deploy.attempt}`}`}
          </li>
        ))}
      </ol>
      {all || deploys.length <= DEPLOYS_SHOWN ? null : (
        <button type="button" onClick={() => setAll(true)}>
          All {deploys.length}
        </button>
      )}
    </div>
  );
}

/** The filters of the events of a service, or of the reports of a check. */
function filtersOf(service: string, check: CheckHistory | undefined): Record<string, string> {
  if (check === undefined) return { service };
  const { kind, subject, stage, file, endpoint } = check;
  switch (kind) {
    case 'health':
      return { service, type: 'HEALTH_TRANSITION' };
    case 'page':
      return { service, type: 'VISUAL_DIFF', endpoint: subject };
    case 'metric':
      return { service, type: 'ANOMALY', q: subject };
    case 'tests':
      return { service, stage, file, endpoint };
  }
}
