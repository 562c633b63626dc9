import { ARCHIVES, CORPUS } from '../folders.ts';
import { assemble } from './assemble.ts';
import { RECIPES } from './recipe.ts';

/** Assembles the pinned corpus; fails when what came out is not what must. */
export function corpusCommand(): void {
  const { result: pinned, ...recipe } = RECIPES.corpus;
  const tally = assemble(recipe, CORPUS, ARCHIVES);
  process.stdout.write(`bench/corpus: ${tally.files} files, ${tally.bytes} bytes, ${tally.lines} lines\n`);
  if (tally.sha256 !== pinned.sha256) {
    throw new Error(`not the pinned corpus: ${JSON.stringify(tally)}, pinned ${JSON.stringify(pinned)}`);
  }
}
