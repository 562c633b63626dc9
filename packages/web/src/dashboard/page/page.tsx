import type { ComponentChildren, JSX } from 'preact';
import type { PageModel } from '../data.ts';
import type { SetAcknowledged } from './acknowledge.tsx';
import { Banners } from './banners.tsx';
import { Counters } from './counters.tsx';
import type { LoadRaw } from './event-details.tsx';
import { EventList } from './event-list.tsx';
import type { Go } from './go.tsx';
import { type Connection, Header } from './header.tsx';
import { Matrix, Time } from './matrix.tsx';
import { Timeline } from './timeline.tsx';

interface Props {
  model: PageModel;
  connection: Connection;
  go?: Go;
  acknowledge?: SetAcknowledged;
  loadRaw?: LoadRaw;
  more?: () => void;
  /** What only a script can show: what changed, settings. */
  children?: ComponentChildren;
}

/** The whole page; without the functions it is what readers without script get. */
export function Page({ model, connection, go, acknowledge, loadRaw, more, children }: Props): JSX.Element {
  const { state, view } = model;
  return (
    <main>
      <Header state={state} connection={connection} />
      <Banners state={state} />
      {children}
      <Counters state={state} view={view} go={go} />
      <Matrix state={state} view={view} go={go} acknowledge={acknowledge} />
      <Timeline state={state} view={view} go={go} />
      <EventList model={model} go={go} loadRaw={loadRaw} more={more} />
      {state.audit.length === 0 ? null : (
        <details class="audit">
          <summary>Who cleared, imported, acknowledged</summary>
          <ol>
            {state.audit.toReversed().map((entry) => (
              <li key={`${entry.at} ${entry.action}`}>
                <Time at={entry.at} now={state.now} /> {entry.action} by {entry.by}: {entry.what}
              </li>
            ))}
          </ol>
        </details>
      )}
      <footer>
        <p>
          Version {state.version}. The newest {state.ring.capacity} events are kept whole; what is older is summed up by
          service.
        </p>
      </footer>
    </main>
  );
}
