import type { PageState } from '@analyzer/contracts/pages/dashboard';
import type { ComponentChildren, JSX } from 'preact';
import { headlineOf } from '../model/headline.ts';
import { ago, moment } from '../model/words.ts';
import { useTab } from './tab.ts';

export type Connection = 'live' | 'connecting' | 'lost' | 'none';

const WORDS: Record<Exclude<Connection, 'none'>, string> = {
  live: 'Live',
  connecting: 'Connecting …',
  lost: 'Connection lost, reconnecting',
};

/** Between the counts of the headline, none of which is broken into two lines. */
const SEPARATOR = ' · ';

interface Props {
  state: PageState;
  connection: Connection;
  /** When the state was loaded, if it cannot be loaded any more. */
  staleSince: number | null;
  children: ComponentChildren;
}

/** Headline, connection and age of the newest event. */
export function Header({ state, connection, staleSince, children }: Props): JSX.Element {
  const headline = headlineOf(state, staleSince);
  const { words, counts, tone } = headline;
  useTab(headline);
  return (
    <header class="top">
      <h1 class={tone}>
        {words.split(SEPARATOR).flatMap((part, i) => [i === 0 ? '' : SEPARATOR, <span key={part}>{part}</span>])}
      </h1>
      <p class="for-reader" aria-live="polite" aria-atomic="true">
        {counts}
      </p>
      <p class="state">
        <span class={`connection ${connection}`} role="status">
          {connection === 'none' ? `As of ${moment(state.now)} UTC; reload to update` : WORDS[connection]}
        </span>
        <span>{state.newestAt === null ? 'no event' : `newest event ${ago(state.newestAt, state.now)}`}</span>
      </p>
      {children}
    </header>
  );
}
