import type { EventRow, OpenedEvent, View } from '@analyzer/contracts/pages/dashboard';
import type { JSX } from 'preact';
import { dayAndTime, instant } from '../model/words.ts';
import { EventDetails, type EventTools } from './event-details.tsx';
import { type Go, ViewLink } from './go.tsx';

interface Props {
  row: EventRow;
  view: View;
  go: Go;
  tools: EventTools | undefined;
  opened: OpenedEvent | null;
}

/** One event: a line, and the complete event if open. */
export function EventLine({ row, view, go, tools, opened }: Props): JSX.Element {
  const { seq, at, type, service, text, cut } = row;
  const open = view.open === seq;
  const fresh = typeof tools?.seen === 'number' && seq > tools.seen;
  return (
    <li class={`event${open ? ' open' : ''}${fresh ? ' fresh' : ''}`} id={`event-${seq}`}>
      <ViewLink class="line" view={{ ...view, open: open ? null : seq }} go={go} current={open}>
        <time dateTime={instant(at)}>
          {dayAndTime(at)}
          {fresh ? <span class="for-reader"> new</span> : null}
        </time>
        <span class={`kind ${type.toLowerCase()}`}>{type.replace('_', ' ').toLowerCase()}</span>
        <span class="service">{service || '(no name)'}</span>
        <span class="what">
          {text}
          {cut > 0 ? <span class="cut"> cut</span> : null}
        </span>
      </ViewLink>
      {open && opened?.seq === seq ? <EventDetails opened={opened} view={view} go={go} tools={tools} /> : null}
    </li>
  );
}
