import { splitName } from '#index/words/split-words.ts';
import { WORD_FIELDS } from '#index/words/word-block.ts';
import { SEARCH_RULES } from '#languages/search-rules.ts';
import { type Candidate, rarity } from './candidates.ts';
import type { Term } from './terms.ts';

/** A node, or equal copies, that have words of the text. */
export interface Hit {
  node: number;
  file: number;
  score: number;
  /** Other nodes that are equal copies. */
  copies: number;
}

/** Ranks candidates, best first; of equal copies only the best. */
export function rank(candidates: readonly Candidate[], terms: readonly Term[], size: number): Hit[] {
  const weighted = terms.map((term) => ({ term, rare: rarity(term, size) }));
  const all = weighted.reduce((sum, { term, rare }) => sum + (term.isJoined ? 0 : rare), 0);
  const hits = candidates
    .map((candidate): Hit & Candidate => ({
      ...candidate,
      ...{ node: candidate.id, copies: 0, score: scoreOf(candidate, weighted, all) },
    }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
  const best = new Map<string, Hit>();
  for (const { node, file, score, copies, copyKey } of hits) {
    const known = best.get(copyKey);
    if (known === undefined) best.set(copyKey, { node, file, score, copies });
    else known.copies++;
  }
  return [...best.values()];
}

/** In thousandths, rounded: the order does not depend on the last bits of a logarithm. */
function scoreOf(
  { id, file, name, isExported, classes }: Candidate,
  terms: readonly { term: Term; rare: number }[],
  all: number,
): number {
  const { path, whole_name: whole, name_share: share, classes: otherClasses, exported, sentence } = SEARCH_RULES;
  const isSentence = terms.filter(({ term }) => !term.isJoined).length >= sentence.least_words;
  let [sum, found, named] = [0, 0, 0];
  for (const { term, rare } of terms) {
    const own = term.matches.weight(id);
    if (term.isJoined) {
      if (own > 0) sum += (all * own * whole.factor) / 1e6;
      continue;
    }
    const around = file === id ? 0 : (term.matches.weight(file) * path.weight) / 1000;
    const weight = isSentence ? own + around : Math.max(own, around);
    sum += (weight * rare) / 1000;
    if (weight > 0) found += rare;
    if ((term.matches.fields(id) & WORD_FIELDS.name) !== 0) named++;
  }
  const parts = Math.max(1, splitName(name).words.length);
  const complete = all === 0 ? 1 : found / all;
  let score =
    sum * (isSentence ? Math.sqrt(complete) : complete) * (1 + (Math.min(1, named / parts) * share.factor) / 1000);
  if (classes !== 0) score *= otherClasses.factor / 1000;
  if (isExported) score *= exported.factor / 1000;
  return Math.round(score * 1000);
}
