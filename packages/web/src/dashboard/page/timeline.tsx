import type { Finding, IncidentRow, PageState, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { dayAndTime, span } from '../model/words.ts';
import { ChangeBefore } from './change-before.tsx';
import { type Go, ViewLink } from './go.tsx';
import { Lanes } from './lanes.tsx';
import { Time } from './time.tsx';

const SHOWN = 12;

/** Incidents with their findings; open ones first. */
export function Timeline({ state, view, go }: { state: PageState; view: View; go: Go }): JSX.Element | null {
  const mine = state.incidents.filter(({ service }) => view.service === '' || service === view.service);
  if (mine.length === 0) return null;
  const first = mine.filter(({ closedAt, id }, i) => i < SHOWN || closedAt === null || id === view.incident);
  const rest = mine.filter((incident) => !first.includes(incident));
  const list = (incidents: readonly IncidentRow[]): JSX.Element => (
    <ol class="timeline">
      {incidents.map((incident) => (
        <Incident key={incident.id} {...{ incident, state, view, go }} />
      ))}
    </ol>
  );
  return (
    <section class="incidents" aria-labelledby="incidents">
      <h2 id="incidents">Incidents</h2>
      <Lanes incidents={mine} now={state.now} view={view} go={go} />
      {list(first)}
      {rest.length === 0 ? null : (
        <details class="more">
          <summary>{rest.length} older</summary>
          {list(rest)}
        </details>
      )}
      <details class="rules">
        <summary>Rules</summary>
        <ul>
          {state.rules.map(({ id, says }) => (
            <li key={id}>{says}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

interface Props {
  incident: IncidentRow;
  state: PageState;
  view: View;
  go: Go;
}

function Incident({ incident, state, view, go }: Props): JSX.Element {
  const { id, closedAt, closedBy, openedAt, service, findings, counts, startUnknown } = incident;
  const element = useRef<HTMLDetailsElement>(null);
  const open = closedAt === null;
  const chosen = view.incident === id;
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  // The URL names the item opened last; browsers also send this event for items that are open from the start.
  const toggled = (): void => {
    const opened = element.current?.open === true;
    if (opened !== (open || chosen) && (opened || chosen)) go?.({ ...view, incident: opened ? id : null }, 'replace');
  };
  const listed = findings.reduce((sum, { count, twin }) => sum + count + (twin === null ? 0 : 1), 0);
  // The event that closed it is counted, but is not a finding.
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const missing = all - listed - (open ? 0 : 1);
  const events: View = {
    ...view,
    service,
    since: Math.floor(openedAt / 1000) - 5,
    until: closedAt === null ? null : Math.ceil(closedAt / 1000) + 5,
    incident: id,
    open: null,
  };
  return (
    <li class={open ? 'open' : 'closed'}>
      <details open={open || chosen} ref={element} onToggle={toggled}>
        <summary>
          <strong>{service || '(no name)'}</strong> {verbOf(incident)}
          {startUnknown === true ? '' : ` for ${span((closedAt ?? state.now) - openedAt)}`}
          <span class="since">
            {' '}
            {startUnknown === true ? 'until' : 'since'} {dayAndTime(openedAt).slice(0, -3)} UTC
            {closedBy === null ? '' : `, ended by ${closedBy}`}
          </span>
        </summary>
        <ChangeBefore incident={incident} />
        <ol class="findings">
          {findings.map((finding) => (
            <FindingItem key={finding.seq} {...{ finding, state, view, go }} />
          ))}
        </ol>
        <p class="since">
          {missing > 0 ? `${missing} more are not listed. ` : ''}
          <ViewLink view={events} go={go}>
            Its events
          </ViewLink>
        </p>
      </details>
    </li>
  );
}

function FindingItem({ finding, state, view, go }: Omit<Props, 'incident'> & { finding: Finding }): JSX.Element {
  const { seq, at, type, twin, count, url, text } = finding;
  return (
    <li>
      <span class={`kind ${type.toLowerCase()}`}>{wordsOf(type)}</span>
      {twin === null ? null : <span class="twin">and {wordsOf(twin)}</span>}
      {count > 1 ? <span class="times">× {count}</span> : null}
      {seq > state.gapless ? (
        <ViewLink view={{ ...view, open: seq }} go={go}>
          <Time at={at} now={state.now} />
        </ViewLink>
      ) : (
        <span class="left" title="the event is no longer in memory">
          <Time at={at} now={state.now} />
        </span>
      )}
      <span class="reason">{[url, text].filter(Boolean).join(' · ')}</span>
    </li>
  );
}

function verbOf({ down, closedAt }: IncidentRow): string {
  if (closedAt === null) return down ? 'is down' : 'is failing';
  return down ? 'was down' : 'failed';
}

function wordsOf(type: string): string {
  return type.replace('_', ' ').toLowerCase();
}
