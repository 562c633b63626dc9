import type { MapAge } from '@analyzer/contracts/pages/map';
import { count } from './words.ts';

const DAY = 10;
const SHORT_ID = 8;

/** How the copies of a group changed, as one sentence. */
export function ageSentence({ together, apart, differ, since }: MapAge): string {
  if (together === undefined || apart === undefined) return 'The copies are in several repositories.';
  const edits =
    together + apart === 0
      ? 'Not edited since they came'
      : `Edited together in ${count(together, 'commit')}, apart in ${count(apart, 'commit')}`;
  const state = differ ? 'they differ' : 'they are equal';
  return `${edits}; ${state}${since === undefined ? '' : ` since ${since.date.slice(0, DAY)} (${shortId(since.commit)})`}.`;
}

/** When a copy came. @param copy index among the listed occurrences */
export function cameWords({ commit, date, first }: MapAge, copy: number): string {
  const [id = '', day = ''] = [commit[copy], date[copy]];
  if (id === 'uncommitted') return 'not committed';
  if (id === '') return 'older';
  return `${day.slice(0, DAY)} ${shortId(id)}${copy === first ? ', first' : ''}`;
}

function shortId(commit: string): string {
  return commit.slice(0, SHORT_ID);
}
