import type { IncidentRow, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { moment, span } from '../model/words.ts';
import { type Go, ViewLink } from './go.tsx';

const HOURS = 24;
const HOUR_MS = 3_600_000;
const WIDTH = 1_000;
const LANE = 16;
const LANES = 12;

interface Props {
  incidents: readonly IncidentRow[];
  now: number;
  view: View;
  go: Go;
}

/** The incidents of a day, a lane for each service, on a common time axis. */
export function Lanes({ incidents, now, view, go }: Props): JSX.Element | null {
  const start = now - HOURS * HOUR_MS;
  const recent = incidents.filter(({ closedAt }) => (closedAt ?? now) > start);
  const services = [...new Set(recent.map(({ service }) => service))].slice(0, LANES);
  if (services.length === 0) return null;
  const x = (at: number): number => Math.max(0, Math.min(WIDTH, ((at - start) / (now - start)) * WIDTH));
  return (
    <div class="lanes">
      {services.map((service) => (
        <div key={service} class="lane">
          <ViewLink view={{ ...view, service, open: null }} go={go}>
            {service || '(no name)'}
          </ViewLink>
          <svg viewBox={`0 0 ${WIDTH} ${LANE}`} preserveAspectRatio="none" role="img">
            <title>{`Incidents of ${service} within ${HOURS} hours`}</title>
            <rect class="day" x={0} y={LANE / 2} width={WIDTH} height={1} />
            {recent
              .filter((incident) => incident.service === service)
              .map(({ id, openedAt, closedAt }) => {
                const from = Math.min(x(openedAt), WIDTH - 4);
                const width = Math.max(4, x(closedAt ?? now) - from);
                return (
                  <rect
                    key={id}
                    class={closedAt === null ? 'open' : 'closed'}
                    x={from}
                    y={2}
                    width={width}
                    height={LANE - 4}
                  >
                    <title>{`${moment(openedAt)} UTC, ${span((closedAt ?? now) - openedAt)}`}</title>
                  </rect>
                );
              })}
          </svg>
        </div>
      ))}
      <p class="scale" aria-hidden="true">
        <span>{HOURS} h ago</span>
        <span>12 h</span>
        <span>now</span>
      </p>
    </div>
  );
}
