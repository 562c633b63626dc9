// Guards: the same input for all others: pinned packages, checked by their digests. Takes: not measured.
import { ARCHIVES, CORPUS, LARGE_CORPUS } from '../folders.ts';
import { assemble } from './assemble.ts';
import { LARGE, STANDARD } from './recipe.ts';

/** Assembles a pinned corpus; fails if its digest differs from the recipe. */
export function corpusCommand(option?: string): void {
  if (option !== undefined && option !== '--large') throw new Error(`unknown option ${option}: --large`);
  const [recipe, target] = option === undefined ? [STANDARD, CORPUS] : [LARGE, LARGE_CORPUS];
  const tally = assemble(recipe, target, ARCHIVES);
  process.stdout.write(`${tally.files} files, ${tally.bytes} bytes, ${tally.lines} lines\n`);
  if (tally.sha256 !== recipe.result.sha256) {
    throw new Error(`not the pinned corpus: ${JSON.stringify(tally)}, pinned ${JSON.stringify(recipe.result)}`);
  }
}
