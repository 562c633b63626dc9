import type { PageModel, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dayAndTime } from '../model/words.ts';
import type { EventTools } from './event-details.tsx';
import { EventLine } from './event-line.tsx';
import { EventWindow } from './event-window.tsx';
import { type Go, ViewLink } from './go.tsx';

interface Props {
  model: PageModel;
  go: Go;
  tools: EventTools | undefined;
  /** Loads further rows; undefined without JavaScript, where all rows are listed. */
  more: (() => void) | undefined;
}

/** Search, filters and the events, newest first. */
export function EventList({ model, go, tools, more }: Props): JSX.Element {
  const { events, view, matching, complete, opened } = model;
  return (
    <section class="event-section" aria-labelledby="events">
      <h2 id="events">Events</h2>
      <form
        class="search"
        method="get"
        action="dashboard"
        onSubmit={(event) => go !== undefined && event.preventDefault()}
      >
        {(['type', 'service', 'since', 'until'] as const).map((name) =>
          view[name] === null || view[name] === '' ? null : (
            <input key={name} type="hidden" name={name} value={String(view[name])} />
          ),
        )}
        <SearchBox view={view} go={go} />
        <p role="status">
          {matching} event{matching === 1 ? '' : 's'}
          {go === undefined && events.length < matching ? `, newest ${events.length} shown` : ''}
          {complete ? '' : '; the search stopped before the end'}
        </p>
        <Chips view={view} go={go} />
      </form>
      {more === undefined ? (
        <ol class="events">
          {events.map((row) => (
            <EventLine key={row.seq} {...{ row, view, go, tools, opened }} />
          ))}
        </ol>
      ) : (
        <EventWindow {...{ model, go, tools, more }} />
      )}
      {more === undefined && events.length < matching ? <Older model={model} /> : null}
      {matching > 0 ? null : <p class="nothing">No event matches.</p>}
    </section>
  );
}

/** Link to older events without JavaScript. */
function Older({ model: { events, view } }: { model: PageModel }): JSX.Element | null {
  const last = events.at(-1);
  if (last === undefined) return null;
  const second = Math.floor(last.at / 1000);
  // If one second has more events than a page, the link would lead to the same page.
  const until = second === view.until ? second - 1 : second;
  return (
    <ViewLink view={{ ...view, until, open: null }} go={undefined}>
      Older
    </ViewLink>
  );
}

const PATIENCE_MS = 250;

/** Searches while the user types; without JavaScript, on Enter. */
function SearchBox({ view, go }: { view: View; go: Go }): JSX.Element {
  const [text, setText] = useState(view.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ view, go });
  latest.current = { view, go };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A late response must not overwrite newer input.
    if (timer.current === undefined) setText(view.q);
  }, [view.q]);
  const search = (q: string, wait: number): void => {
    setText(q);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const { view: now, go: change } = latest.current;
      change?.({ ...now, q, open: null }, 'replace');
    }, wait);
  };
  return (
    <input
      type="search"
      name="q"
      value={text}
      aria-label="Search events"
      placeholder="Search   /"
      onInput={({ currentTarget }) => search(currentTarget.value, PATIENCE_MS)}
      onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value, 0)}
    />
  );
}

/** The active filters, each with a link that removes it. */
function Chips({ view, go }: { view: View; go: Go }): JSX.Element | null {
  const chips: { text: string; without: View }[] = [];
  if (view.service !== '') chips.push({ text: view.service, without: { ...view, service: '' } });
  if (view.type !== '') {
    chips.push({ text: view.type.replace('_', ' ').toLowerCase(), without: { ...view, type: '' } });
  }
  if (view.q !== '') chips.push({ text: `“${view.q}”`, without: { ...view, q: '' } });
  if (view.since !== null || view.until !== null) {
    const end = (at: number | null): string => (at === null ? '…' : dayAndTime(at * 1000));
    chips.push({
      text: `${end(view.since)} – ${end(view.until)} UTC`,
      without: { ...view, since: null, until: null },
    });
  }
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters">
      {chips.map(({ text, without }) => (
        <li key={text}>
          <ViewLink view={without} go={go}>
            {text} <span aria-hidden="true">×</span>
            <span class="for-reader"> remove</span>
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}
