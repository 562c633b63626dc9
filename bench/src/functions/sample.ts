import { readFileSync } from 'node:fs';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import type { Language } from '../corpus/files.ts';
import { Random } from '../unbreakable/random.ts';
import { type Print, Prints } from './prints.ts';
import { sourceFiles } from './sources.ts';
import { type Standalone, standalone } from './standalone.ts';

/** A real function, extracted from its file. */
export interface SampledFunction extends Standalone {
  file: string;
  mode: ParseMode;
  print: Print;
}

/** The default of `--min-nodes`: smaller functions are in no group. */
const MIN_NODES = 12;
const LONGEST = 5000;

/** The sources of functions. */
export interface Sources {
  /** By default the corpus and the packages of `recipe.json`. */
  folder?: string | undefined;
  /** Selects files; by default all. */
  accept?: (name: string) => boolean;
}

/** Functions of a language in pseudo-random order, with distinct bodies, each as a separate program. */
export async function* sampleFunctions(
  language: Language,
  seed: number,
  { folder, accept = () => true }: Sources = {},
): AsyncGenerator<SampledFunction> {
  const prints = await Prints.load(language);
  const found: { file: string; path: string; mode: ParseMode; print: Print }[] = [];
  const bodies = new Set<string>();
  for (const { name, path, dialect } of sourceFiles(language, folder)) {
    if (!accept(name)) continue;
    const mode = dialect === undefined ? { language } : { language, dialect };
    for (const print of prints.read(readText(path), mode).functions) {
      if (print.nodes < MIN_NODES || print.end - print.start > LONGEST || bodies.has(print.body)) continue;
      bodies.add(print.body);
      found.push({ file: name, path, mode, print });
    }
  }
  shuffle(found, new Random(seed));
  for (const { file, path, mode, print } of found) {
    const cut = standalone(readText(path), print, mode, prints);
    if (cut !== undefined) yield { ...cut, file, mode, print };
  }
}

/** Without a byte order mark: positions do not include it. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
}

/** In place, with R. Durstenfeld's form of the Fisher–Yates shuffle. */
function shuffle<Item>(items: Item[], random: Random): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const [a, b] = [items[at], items[other]];
    if (a === undefined || b === undefined) return;
    items[at] = b;
    items[other] = a;
  }
}
