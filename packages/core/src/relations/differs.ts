import { compareBytes } from '@analyzer/contracts/order';
import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { ComparedFiles } from './compared-files.ts';
import type { FilePair } from './folder-pairs.ts';

/** The words that are typical of the left and of the right files, each with the numbers of its occurrences there and on the other side. */
export interface DifferentWords {
  left: string[];
  right: string[];
}

interface Counts {
  word: string;
  left: number;
  right: number;
}

/** The words that one side has much more often than the other one, those with the largest difference first. */
export async function differentWords(pairs: readonly FilePair[], compared: ComparedFiles): Promise<DifferentWords> {
  const counts = new Map<string, Counts>();
  const add = (words: ReadonlyMap<string, number>, side: 'left' | 'right') => {
    for (const [word, count] of words) {
      const its = counts.get(word) ?? { word, left: 0, right: 0 };
      its[side] += count;
      counts.set(word, its);
    }
  };
  for (const { left, right } of pairs) {
    add(await compared.wordsOf(left), 'left');
    add(await compared.wordsOf(right), 'right');
  }
  return {
    left: typical([...counts.values()], 'left', 'right'),
    right: typical([...counts.values()], 'right', 'left'),
  };
}

function typical(counts: Counts[], own: 'left' | 'right', other: 'left' | 'right'): string[] {
  const { least, times, most_words } = RELATION_RULES.differs;
  const more = counts.filter((it) => it[own] - it[other] >= least && it[own] >= it[other] * times);
  more.sort((a, b) => b[own] - b[other] - (a[own] - a[other]) || compareBytes(a.word, b.word));
  return more.slice(0, most_words).map((it) => `${it.word} (${it[own]} to ${it[other]})`);
}
