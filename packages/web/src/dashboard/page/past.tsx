import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { textOf } from '../model/words.ts';
import { loadPast, type PastEvent } from './source.ts';
import { Time } from './time.tsx';

interface Props {
  /** Of `GET /history/events`. */
  filters: Readonly<Record<string, string>>;
  now: number;
}

/** Runs and other events of the history, loaded on demand in pages. */
export function Past({ filters, now }: Props): JSX.Element {
  const [events, setEvents] = useState<PastEvent[]>([]);
  const [cursor, setCursor] = useState<string | null>('');
  const [problem, setProblem] = useState('');
  const load = (): void => {
    loadPast(filters, cursor ?? '').then(
      (page) => {
        setEvents([...events, ...page.events]);
        setCursor(page.cursor);
        setProblem('');
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <div class="past">
      <h3>Runs and events</h3>
      {events.length === 0 && cursor === null ? <p class="nothing">The history has none.</p> : null}
      <ol>
        {events.map((one) => (
          <PastLine key={one.seq} {...{ one, now }} />
        ))}
      </ol>
      {problem === '' ? null : <p role="alert">The history could not be read: {problem}</p>}
      {cursor === null ? null : (
        <button type="button" onClick={load}>
          {events.length === 0 ? 'Show' : 'Show older'}
        </button>
      )}
    </div>
  );
}

function PastLine({ one, now }: { one: PastEvent; now: number }): JSX.Element {
  const { seq, received_at, headline, event } = one;
  const type = textOf(event.type);
  const build = [textOf(event.version), textOf(event.commit).slice(0, 9)].filter(Boolean).join(' ');
  const check = [textOf(event.file), textOf(event.endpoint), textOf(event.stage)].filter(Boolean).join(' · ');
  const isDeploy = event.deploy === true;
  return (
    <li class={isDeploy ? 'mark' : ''}>
      <span class={`kind ${isDeploy ? '' : type.toLowerCase()}`}>
        {isDeploy ? 'deploy' : type.replace('_', ' ').toLowerCase()}
      </span>{' '}
      {received_at === null ? null : <Time at={received_at} now={now} />} <a href={`events/raw/${seq}`}>#{seq}</a>{' '}
      <span class="reason">{[build, check, headline].filter(Boolean).join(' · ')}</span>
    </li>
  );
}
