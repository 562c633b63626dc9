// Guards: another stream for each changed token of real functions that changes the program. Takes: not measured.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES, type Language } from '../corpus/files.ts';
import { Prints } from '../functions/prints.ts';
import { sampleFunctions } from '../functions/sample.ts';
import { table } from '../table.ts';
import type { Judge } from './judge.ts';
import { startJudges } from './judges.ts';
import { mutants } from './mutants.ts';
import { type KindCounts, type Miss, Tally } from './tally.ts';

/** Seed of the selection of functions and of their changes. */
const SEED = '20251121';
const FUNCTIONS = 2_000;
const SHOWN = 20;

/**
 * Changes one token at a time in real functions: the stream must change, unless an independent parser of the language
 * reports the same program. One language or all; `--seed N` selects other functions and changes,
 * `--path DIR` functions of any folder, which may have fewer than 2,000.
 */
export async function meaningCommand(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    options: { seed: { type: 'string', default: SEED }, path: { type: 'string' } },
    allowPositionals: true,
  });
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed takes a whole number, not ${values.seed}`);
  const [only] = positionals;
  const languages = only === undefined ? LANGUAGES : LANGUAGES.filter((language) => language === only);
  if (languages.length === 0) throw new Error(`no language is called ${only}: ${LANGUAGES.join(', ')}`);
  const folder = values.path === undefined ? undefined : resolve(values.path);
  const judges = await startJudges();
  const tallies: Tally[] = [];
  try {
    for (const language of languages) {
      const tally = await tallyOf(language, { seed, folder }, judges.of[language]);
      tallies.push(tally);
      process.stdout.write(byKind(tally));
    }
  } finally {
    judges.close();
  }
  process.stdout.write(summary(tallies));
  const missed = tallies.reduce((sum, { misses }) => sum + misses.length, 0);
  if (missed > 0) throw new Error(`${missed} changes of the program left the stream as it was`);
  const few = tallies.filter(({ functions }) => functions < (folder === undefined ? FUNCTIONS : 1));
  if (few.length > 0) throw new Error(`too few functions: ${few.map(({ language }) => language).join(', ')}`);
}

async function tallyOf(
  language: Language,
  { seed, folder }: { seed: number; folder: string | undefined },
  judge: Judge,
): Promise<Tally> {
  const tally = new Tally(language, judge.tool);
  const prints = await Prints.load(language);
  for await (const sample of sampleFunctions(language, seed, { folder })) {
    const { tried, found } = mutants(sample, seed, prints);
    tally.functions++;
    tally.tried += tried;
    for (const mutant of found) {
      const unchanged = mutant.sameBody && mutant.sameTree;
      const verdict = unchanged ? await judge.compare(sample.source, mutant.source, sample.mode) : undefined;
      tally.add(mutant, verdict);
      if (verdict !== 'different') continue;
      const { file, print, source: original } = sample;
      tally.misses.push({ kind: mutant.kind, file, name: print.name, original, mutated: mutant.source });
    }
    if (tally.functions === FUNCTIONS) break;
  }
  return tally;
}

const COLUMNS: readonly (keyof KindCounts)[] = ['read', 'changed', 'outside', 'same', 'none', 'missed'];

function byKind(tally: Tally): string {
  const rows = [...tally.kinds].map(([kind, counts]) => [kind, ...COLUMNS.map((column) => String(counts[column]))]);
  const head = [`${tally.language} by ${tally.tool}`, ...COLUMNS];
  return `${table([head, ...rows])}${tally.misses.slice(0, SHOWN).map(example).join('')}\n`;
}

function summary(tallies: readonly Tally[]): string {
  const rows = tallies.map((tally) => [
    tally.language,
    String(tally.functions),
    String(tally.tried),
    ...COLUMNS.map((column) => String(tally.sum(column))),
  ]);
  return table([['', 'functions', 'mutants', ...COLUMNS], ...rows]);
}

/** The lines around the first difference. */
function example({ kind, file, name, original, mutated }: Miss): string {
  const [before, after] = [original.split('\n'), mutated.split('\n')];
  const at = before.findIndex((line, index) => line !== after[index]);
  const lines = (all: string[]) => all.slice(at, at + 2).join('\n    ');
  return `  ${kind}: ${file} ${name}\n  - ${lines(before)}\n  + ${lines(after)}\n`;
}
