import type { PageModel } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { topOf, windowOf } from '../model/window.ts';
import type { EventTools } from './event-details.tsx';
import { EventLine } from './event-line.tsx';
import type { Go } from './go.tsx';

interface Props {
  model: PageModel;
  go: Go;
  tools: EventTools | undefined;
  more: () => void;
}

/**
 * The visible part of the list; other rows are only empty space. The scroll position is retained when newer events are
 * added above.
 */
export function EventWindow({ model, go, tools, more }: Props): JSX.Element {
  const { events, view, matching, opened } = model;
  const list = useRef<HTMLOListElement>(null);
  const [row, setRow] = useState(34);
  const [details, setDetails] = useState(0);
  const [scrolled, setScrolled] = useState({ top: 0, height: innerHeight });
  const newest = useRef(events[0]?.seq ?? 0);
  const open = view.open === null ? -1 : events.findIndex(({ seq }) => seq === view.open);
  const metrics = { count: events.length, row, open, details: open < 0 ? 0 : details, ...scrolled };
  const { from, to, before, after } = windowOf(metrics);

  useEffect(() => {
    let asked = 0;
    const measure = (): void => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        const top = -(list.current?.getBoundingClientRect().top ?? 0);
        setScrolled({ top, height: innerHeight });
      });
    };
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    // Elements above the list may grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('.event:not(.open)');
    const height = line?.getBoundingClientRect().height ?? 0;
    if (height > 0 && Math.abs(height - row) > 0.1) setRow(height);
    const opened = list.current?.querySelector<HTMLElement>('.event.open');
    if (opened === null || opened === undefined) return;
    const grown = (): void => setDetails(Math.max(0, opened.getBoundingClientRect().height - row));
    grown();
    const observer = new ResizeObserver(grown);
    observer.observe(opened);
    return () => observer.disconnect();
  });

  useLayoutEffect(() => {
    const added = events.findIndex(({ seq }) => seq === newest.current);
    newest.current = events[0]?.seq ?? 0;
    if (added > 0 && scrolled.top > row) scrollBy(0, topOf(metrics, added));
  }, [events]);

  const loaded = opened?.seq === view.open;
  useEffect(() => {
    if (open < 0) return;
    const element = document.getElementById(`event-${view.open}`);
    // A row outside the window is not rendered yet.
    if (element === null) scrollBy(0, topOf(metrics, open) - scrolled.top - scrolled.height / 4);
    else element.scrollIntoView({ block: element.offsetHeight < innerHeight ? 'nearest' : 'start' });
  }, [view.open, loaded]);

  useEffect(() => {
    if (to >= events.length && events.length < matching) more();
  }, [to, events.length, matching]);

  const shown = events.slice(from, to);
  return (
    <ol class="events windowed" ref={list}>
      <li class="spacer" aria-hidden="true" style={{ height: `${before}px` }} />
      {shown.map((one) => (
        <EventLine key={one.seq} {...{ row: one, view, go, tools, opened }} />
      ))}
      <li class="spacer" aria-hidden="true" style={{ height: `${after}px` }} />
    </ol>
  );
}
