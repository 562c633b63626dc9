import type { PageState } from '@analyzer/contracts/pages/dashboard';
import { ago, moment } from './words.ts';

export interface Headline {
  words: string;
  tone: 'good' | 'bad' | 'stale';
}

/**
 * The headline of the page.
 *
 * @param state its `now` is the present time by the server's clock; the rest may be old
 * @param staleSince when the state was loaded, by the server's clock, if it cannot be loaded any more
 */
export function headlineOf(state: Pick<PageState, 'services' | 'now'>, staleSince: number | null): Headline {
  const { services, now } = state;
  const failing = services.filter((row) => row.state === 'failing').length;
  const words =
    services.length === 0
      ? 'No events yet'
      : failing === 0
        ? 'Nothing is failing'
        : `${failing} of ${services.length} service${services.length === 1 ? '' : 's'} failing`;
  if (staleSince === null) return { words, tone: failing > 0 ? 'bad' : 'good' };
  return {
    words: `Stale since ${moment(staleSince)} UTC, ${ago(staleSince, now)}. At that time: ${words}`,
    tone: 'stale',
  };
}
