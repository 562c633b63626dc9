import type { JSX } from 'preact';
import type { ListedEvent, PageModel, View } from '../data.ts';
import { moment, summaryOf, textOf, timeOf } from '../model/words.ts';
import { EventDetails, type LoadRaw } from './event-details.tsx';
import { type Go, ViewLink } from './go.tsx';

interface Props {
  model: PageModel;
  go: Go;
  loadRaw: LoadRaw;
  more: (() => void) | undefined;
}

/** The events themselves, the newest first. Rows far from the window cost nothing: the browser skips them. */
export function EventList({ model, go, loadRaw, more }: Props): JSX.Element {
  const { events, view, matching } = model;
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      <form class="search" method="get" action="/dashboard">
        {view.type === '' ? null : <input type="hidden" name="type" value={view.type} />}
        {view.service === '' ? null : <input type="hidden" name="service" value={view.service} />}
        <input type="search" name="q" value={view.q} aria-label="Search events" placeholder="Search   /" />
        <p role="status">
          {events.length} of {matching} shown
          {view.service === '' ? '' : ` · ${view.service}`}
        </p>
      </form>
      <ol class="events">
        {events.map((listed) => (
          <Row key={listed.seq} {...{ listed, view, go, loadRaw }} />
        ))}
      </ol>
      {more === undefined || events.length >= matching ? null : (
        <button type="button" onClick={more}>
          Show older
        </button>
      )}
    </section>
  );
}

interface RowProps {
  listed: ListedEvent;
  view: View;
  go: Go;
  loadRaw: LoadRaw;
}

function Row({ listed, view, go, loadRaw }: RowProps): JSX.Element {
  const { seq, event } = listed;
  const open = view.open === seq;
  const type = textOf(event.type);
  return (
    <li class={open ? 'event open' : 'event'} id={`event-${seq}`}>
      <ViewLink class="line" view={{ ...view, open: open ? null : seq }} go={go} current={open}>
        <time dateTime={safeDate(timeOf(listed))}>{moment(timeOf(listed)).slice(5)}</time>
        <span class={`kind ${type.toLowerCase()}`}>{type.replace('_', ' ').toLowerCase()}</span>
        <span class="service">{textOf(event.service) || '(no name)'}</span>
        <span class="what">{summaryOf(listed)}</span>
      </ViewLink>
      {open ? <EventDetails listed={listed} loadRaw={loadRaw} /> : null}
    </li>
  );
}

function safeDate(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
