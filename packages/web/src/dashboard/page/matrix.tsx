import {
  type DueCheck,
  type Failure,
  type LastOfKind,
  type PageState,
  type ServiceRow,
  stateAt,
  type View,
} from '@analyzer/contracts/pages/dashboard';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted, span } from '../model/words.ts';
import { Acknowledge, type SetAcknowledged } from './acknowledge.tsx';
import { type Go, ViewLink } from './go.tsx';
import { Sparkline } from './sparkline.tsx';
import { Time } from './time.tsx';

interface Props {
  state: PageState;
  view: View;
  go: Go;
  acknowledge: SetAcknowledged;
}

const SHOWN = 40;
const SHOWN_WITHOUT_SCRIPT = 100;
const PROBLEMS_SHOWN = 3;

/** All services, failing ones first. */
export function Matrix({ state, view, go, acknowledge }: Props): JSX.Element | null {
  const [all, setAll] = useState(false);
  const services = state.services.filter(({ tags }) => view.tag === '' || tags.includes(view.tag));
  if (state.services.length === 0) return null;
  const shown = services.slice(0, all ? services.length : go === undefined ? SHOWN_WITHOUT_SCRIPT : SHOWN);
  return (
    <section aria-labelledby="services">
      <h2 id="services">
        Services
        {view.tag === '' ? null : (
          <>
            {' '}
            with #{view.tag}{' '}
            <ViewLink class="link" view={{ ...view, tag: '' }} go={go}>
              All services
            </ViewLink>
          </>
        )}
      </h2>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">State</th>
            <th scope="col">Last regression</th>
            <th scope="col">Last good</th>
            <th scope="col">Visual</th>
            <th scope="col">Anomaly</th>
            <th scope="col">24 hours</th>
            <th scope="col">
              <span class="for-reader">Acknowledge</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.service} {...{ row, state, view, go, acknowledge }} />
          ))}
        </tbody>
      </table>
      {shown.length === services.length ? null : go === undefined ? (
        <p class="since">and {services.length - shown.length} more</p>
      ) : (
        <button type="button" onClick={() => setAll(true)}>
          All {services.length} services
        </button>
      )}
    </section>
  );
}

function Row({ row: loaded, state, view, go, acknowledge }: Props & { row: ServiceRow }): JSX.Element {
  const { now } = state;
  const row = rowAt(loaded, now);
  const chosen = view.service === row.service && row.service !== '';
  return (
    <tr class={`${row.state}${chosen ? ' chosen' : ''}${row.acknowledged === null ? '' : ' owned'}`}>
      <th scope="row">
        <ViewLink view={{ ...view, service: chosen ? '' : row.service, open: null }} go={go} current={chosen}>
          {row.service || '(no name)'}
        </ViewLink>
        {row.links.map(({ label, url }) => (
          <a key={label} class="link" href={url} rel="noopener noreferrer">
            {label}
          </a>
        ))}
        {row.owner === '' && row.tags.length === 0 ? null : (
          <span class="settings-of">
            {row.owner}
            {row.tags.map((tag) => (
              <ViewLink
                key={tag}
                view={{ ...view, tag: view.tag === tag ? '' : tag }}
                go={go}
                current={view.tag === tag}
              >
                {' '}
                #{tag}
              </ViewLink>
            ))}
          </span>
        )}
      </th>
      <td data-label="State">
        <span class="state-now">
          <span class={`badge ${row.state}`}>{stateWords(row)}</span>
          {row.stateSince === null ? null : <span class="since"> for {span(now - row.stateSince)}</span>}
        </span>
        <Flags row={row} now={now} />
      </td>
      <Last label="Last regression" last={row.regression} {...{ now, view, go }} />
      <td data-label="Last good" class={row.lastGood === null ? 'none' : 'when'}>
        {row.lastGood === null ? '–' : <Time at={row.lastGood} now={now} />}
      </td>
      <Last label="Visual" last={row.visual} {...{ now, view, go }}>
        {row.capture === null ? null : (
          <ViewLink class="link" view={{ ...view, capture: row.capture, against: '' }} go={go}>
            compare
          </ViewLink>
        )}
      </Last>
      <Last label="Anomaly" last={row.anomaly} {...{ now, view, go }} />
      <td data-label="24 hours">
        <Sparkline hours={row.hours} />
      </td>
      <td class="acknowledge">
        <Acknowledge row={row} now={now} allowed={state.mayAdminister} set={acknowledge} />
      </td>
    </tr>
  );
}

/** A row of the loaded state at a later time. */
function rowAt(row: ServiceRow, now: number): ServiceRow {
  const state = stateAt(row, now);
  return state === row.state ? row : { ...row, state, stateSince: row.lastSeen };
}

function stateWords({ health, state, healthPresumed }: ServiceRow): string {
  if (health === 'down') return 'down';
  if (state === 'failing') return 'failing';
  return state === 'passing' && healthPresumed ? 'passing, no UP received' : state;
}

function problemWords({ what, subject, text, stage, file, endpoint }: Failure): string {
  const check = [file, endpoint, stage].filter(Boolean).join(' · ');
  switch (what) {
    case 'down':
      return `down: ${text}`;
    case 'page':
      return `broken page: ${[subject, text].filter(Boolean).join(', ')}`;
    case 'metric':
      return `beyond its limit: ${subject === '' ? text : subject}`;
    case 'anomaly':
      return `anomaly: ${[text, check].filter(Boolean).join(', ')}`;
    default:
      return `failed: ${check}`;
  }
}

function dueWords({ kind, subject, file, endpoint, stage, seen, expected }: DueCheck, now: number): string {
  const name = [subject, file, endpoint, stage].filter(Boolean).join(' · ');
  const what = [kind === 'service' ? '' : kind, name].filter(Boolean).join(' ');
  return `${expected ? 'late' : 'quiet'}${what === '' ? '' : `: ${what}`}, no report for ${span(now - seen)}`;
}

function Flags({ row, now }: { row: ServiceRow; now: number }): JSX.Element | null {
  const problems = row.failures.filter(({ what, text, stage, file, endpoint }) =>
    what === 'down' ? text !== '' : what !== 'tests' || stage + file + endpoint !== '',
  );
  const flags = [
    ...problems.slice(0, PROBLEMS_SHOWN).map(problemWords),
    ...(problems.length > PROBLEMS_SHOWN ? [`and ${problems.length - PROBLEMS_SHOWN} more`] : []),
    ...row.due.filter(({ at }) => now >= at).map((check) => dueWords(check, now)),
    ...(row.moreChecks ? ['more checks than are tracked: their silence is not noticed'] : []),
    ...(row.flaky === null ? [] : [`flaky: ${counted(row.flaky, 'change')} in 24 h`]),
    ...(row.skew === null ? [] : [`agent's clock ${span(Math.abs(row.skew))} ${row.skew > 0 ? 'behind' : 'ahead'}`]),
  ];
  if (flags.length === 0) return null;
  return (
    <ul class="flags">
      {flags.map((flag) => (
        <li key={flag}>{flag}</li>
      ))}
    </ul>
  );
}

function Last({
  label,
  last,
  now,
  view,
  go,
  children,
}: {
  label: string;
  last: LastOfKind | null;
  now: number;
  view: View;
  go: Go;
  children?: ComponentChildren;
}): JSX.Element {
  if (last === null) {
    return (
      <td data-label={label} class={children ? '' : 'none'}>
        – {children}
      </td>
    );
  }
  return (
    <td data-label={label}>
      {last.inRing ? (
        <ViewLink view={{ ...view, open: last.seq }} go={go}>
          <Time at={last.at} now={now} />
        </ViewLink>
      ) : (
        <span class="left" title="the event is no longer in memory">
          <Time at={last.at} now={now} />
        </span>
      )}
      {last.reason === '' ? null : (
        <span class="reason" title={last.reason}>
          {last.reason}
        </span>
      )}
      {children}
    </td>
  );
}
