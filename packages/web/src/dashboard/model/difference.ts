import type { DomDiff } from '@analyzer/contracts/pages/captures';
import { shareWords } from './history-words.ts';

/** Number of all changes of the document. */
export function changeCount(diff: DomDiff | null): number {
  return Object.values(diff?.change_counts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** What differs, in one line: `2 text, 1 inserted. Of the picture 4 % differ.` */
export function differenceWords(diff: DomDiff | null, pixels: DomDiff['pixels']): string {
  const counts = Object.entries(diff?.change_counts ?? {}).filter(([, count]) => count > 0);
  const found = counts.map(([kind, count]) => `${count} ${kind}`).join(', ');
  const pictures = pixels === undefined ? '' : ` Of the picture ${shareWords(pixels.ratio)} differ.`;
  return `${found === '' ? 'The documents are equal.' : `${found}.`}${pictures}`;
}
