import { type PageState, type ServiceRow, stateAt } from '@analyzer/contracts/pages/dashboard';
import { ago, moment } from './words.ts';

export interface Headline {
  words: string;
  /** The same without ages, for the title and for screen readers: it changes only if a state changes. */
  counts: string;
  tone: 'good' | 'bad' | 'late' | 'quiet' | 'stale';
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
  const count = (state: ServiceRow['state']): number => states.filter((one) => one === state).length;
  const [failing, late, quiet] = [count('failing'), count('late'), count('quiet')];
  const counts = wordsOf(services.length, failing, late, quiet);
  if (staleSince === null) {
    return { words: counts, counts, tone: failing > 0 ? 'bad' : late > 0 ? 'late' : quiet > 0 ? 'quiet' : 'good' };
  }
  return {
    words: `Stale since ${moment(staleSince)} UTC, ${ago(staleSince, now)}. At that time: ${counts}`,
    counts: `Stale. ${counts}`,
    tone: 'stale',
  };
}

function wordsOf(all: number, failing: number, late: number, quiet: number): string {
  if (all === 0) return 'No events yet';
  // Without reports of all services, nobody knows whether something fails.
  const parts = [`${failing} failing`, `${late} late`, `${quiet} quiet`].filter((part) => !part.startsWith('0 '));
  return parts.length === 0 ? 'Nothing is failing' : parts.join(' · ');
}
