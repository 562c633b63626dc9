import { type PageState, stateAt } from '@analyzer/contracts/pages/dashboard';
import { ago, moment } from './words.ts';

export interface Headline {
  words: string;
  tone: 'good' | 'bad' | 'quiet' | 'stale';
}

/**
 * The headline of the page.
 *
 * @param state its `now` is the present time by the server's clock; the rest may be old
 * @param staleSince when the state was loaded, by the server's clock, if it cannot be loaded any more
 */
export function headlineOf(state: Pick<PageState, 'services' | 'now'>, staleSince: number | null): Headline {
  const { services, now } = state;
  const states = services.map((row) => stateAt(row, staleSince ?? now));
  const failing = states.filter((one) => one === 'failing').length;
  const quiet = states.filter((one) => one === 'quiet').length;
  const words = wordsOf(services.length, failing, quiet);
  if (staleSince === null) return { words, tone: failing > 0 ? 'bad' : quiet > 0 ? 'quiet' : 'good' };
  return {
    words: `Stale since ${moment(staleSince)} UTC, ${ago(staleSince, now)}. At that time: ${words}`,
    tone: 'stale',
  };
}

function wordsOf(all: number, failing: number, quiet: number): string {
  if (all === 0) return 'No events yet';
  const services = `${all} service${all === 1 ? '' : 's'}`;
  if (failing > 0) return `${failing} of ${services} failing${quiet > 0 ? `, ${quiet} quiet` : ''}`;
  // Without events from all services, nobody knows whether something fails.
  return quiet > 0 ? `${quiet} of ${services} quiet` : 'Nothing is failing';
}
