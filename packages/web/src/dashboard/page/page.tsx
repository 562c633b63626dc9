import type { PageModel } from '@analyzer/contracts/pages/dashboard';
import type { ComponentChildren, JSX } from 'preact';
import type { SetAcknowledged } from './acknowledge.tsx';
import type { Approve } from './approve.tsx';
import { Audit } from './audit.tsx';
import { Banners } from './banners.tsx';
import { Counters } from './counters.tsx';
import type { EventTools } from './event-details.tsx';
import { EventList } from './event-list.tsx';
import { FirstEvent } from './first-event.tsx';
import type { Go } from './go.tsx';
import { type Connection, Header } from './header.tsx';
import { Matrix } from './matrix.tsx';
import { Outages } from './outages.tsx';
import { Pages } from './pages.tsx';
import { type Decide, Review } from './review.tsx';
import { Service } from './service.tsx';
import { Timeline } from './timeline.tsx';
import { Viewer } from './viewer.tsx';

interface Props {
  model: PageModel;
  connection: Connection;
  staleSince: number | null;
  /** Origin of this server, as the user reaches it. */
  origin: string;
  go?: Go;
  acknowledge?: SetAcknowledged;
  approve?: Approve;
  decide?: Decide;
  tools?: EventTools;
  more?: () => void;
  /** Parts that need JavaScript, next to the headline and below it. */
  settings?: ComponentChildren;
  children?: ComponentChildren;
}

/** The complete page; without the functions it is the page without JavaScript. */
export function Page(props: Props): JSX.Element {
  const { model, connection, staleSince, go, approve, decide, settings, children } = props;
  const { state, view, comparison, review } = model;
  return (
    <main>
      <Header state={state} connection={connection} staleSince={staleSince}>
        {settings}
      </Header>
      <Pages {...{ state, view, go }} />
      <Banners state={state} />
      {children}
      {comparison === null ? null : (
        <Viewer {...{ comparison, view, go }} approve={state.mayAdminister ? approve : undefined} />
      )}
      {review === null ? null : (
        <Review items={review} {...{ view, go }} decide={state.mayAdminister ? decide : undefined} />
      )}
      {view.page === 'review' ? null : <Now {...props} />}
      <Audit state={state} />
      <footer>
        <p>
          Version {state.version}. The newest {state.ring.capacity} events are listed; the page of a service lists older
          ones.
        </p>
      </footer>
    </main>
  );
}

/** Services, incidents and events. */
function Now({ model, origin, go, acknowledge, tools, more }: Props): JSX.Element {
  const { state, view, history } = model;
  return (
    <>
      {history === null ? null : <Service {...{ history, state, view, go }} />}
      {state.services.length > 0 ? null : (
        <FirstEvent origin={origin} needsToken={state.needsToken} script={go !== undefined} />
      )}
      <Outages {...{ state, view, go }} />
      <Matrix state={state} view={view} go={go} acknowledge={acknowledge} />
      <div class="columns">
        <Timeline state={state} view={view} go={go} />
        <div class="list">
          <Counters state={state} view={view} go={go} />
          <EventList model={model} go={go} tools={tools} more={more} />
        </div>
      </div>
    </>
  );
}
