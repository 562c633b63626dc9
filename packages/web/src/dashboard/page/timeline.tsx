import type { JSX } from 'preact';
import type { IncidentRow, PageState, View } from '../data.ts';
import { moment, span } from '../model/words.ts';
import { type Go, ViewLink } from './go.tsx';
import { Time } from './matrix.tsx';

/** Incidents from DOWN or the first regression to recovery, with what belongs to them; the newest first. */
export function Timeline({ state, view, go }: { state: PageState; view: View; go: Go }): JSX.Element | null {
  const shown = state.incidents.filter(({ service }) => view.service === '' || service === view.service);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents">Incidents</h2>
      <ol class="timeline">
        {shown.slice(0, 30).map((incident) => (
          <Incident key={`${incident.service} ${incident.id}`} {...{ incident, state, view, go }} />
        ))}
      </ol>
      <details class="rules">
        <summary>How these are told from events</summary>
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
  const { closedAt, openedAt, service, findings } = incident;
  const open = closedAt === null;
  const oldest = state.newest - state.ring.size;
  return (
    <li class={open ? 'open' : 'closed'}>
      <details open={open}>
        <summary>
          <strong>{service || '(no name)'}</strong> {incident.down ? 'was down' : 'failed'}{' '}
          {open ? `for ${span(state.now - openedAt)}, still open` : `for ${span(closedAt - openedAt)}`}{' '}
          <span class="since">
            since {moment(openedAt)} UTC
            {incident.closedBy === null ? '' : `, over by ${incident.closedBy}`}
          </span>
        </summary>
        <ol class="findings">
          {findings.map((finding) => (
            <li key={finding.seq}>
              <span class={`kind ${finding.type.toLowerCase()}`}>{finding.type.replace('_', ' ').toLowerCase()}</span>
              {finding.twin === null ? null : (
                <span class="twin">and {finding.twin.replace('_', ' ').toLowerCase()}</span>
              )}
              {finding.count > 1 ? <span class="times">× {finding.count}</span> : null}
              {finding.seq > oldest ? (
                <ViewLink view={{ ...view, open: finding.seq }} go={go}>
                  <Time at={finding.at} now={state.now} />
                </ViewLink>
              ) : (
                <span class="left" title="the event itself has left the ring">
                  <Time at={finding.at} now={state.now} />
                </span>
              )}
              <span class="reason">{[finding.url, finding.text].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}
