import type { ComponentChildren, JSX } from 'preact';
import type { PageState } from '../data.ts';
import { ago } from '../model/words.ts';

export type Connection = 'live' | 'connecting' | 'lost' | 'none';

const WORDS: Record<Connection, string> = {
  live: 'Live',
  connecting: 'Connecting …',
  lost: 'Connection lost, trying again',
  none: 'As of loading; reload for news',
};

interface Props {
  state: PageState;
  connection: Connection;
  children: ComponentChildren;
}

/** What fails, connection, age of the newest event. */
export function Header({ state, connection, children }: Props): JSX.Element {
  const failing = state.services.filter((row) => row.state === 'failing').length;
  const words =
    state.services.length === 0
      ? 'No events yet'
      : failing === 0
        ? 'Nothing is failing'
        : `${failing} of ${state.services.length} service${state.services.length === 1 ? '' : 's'} failing`;
  return (
    <header class="top">
      <h1 class={failing > 0 ? 'bad' : ''}>{words}</h1>
      <p class="state">
        <span class={`connection ${connection}`} role="status">
          {WORDS[connection]}
        </span>
        <span>{state.newestAt === null ? 'no event' : `newest event ${ago(state.newestAt, state.now)}`}</span>
      </p>
      {children}
    </header>
  );
}
