// Guards: fixtures/meaning, which tests read: it writes changed functions and verdicts. Takes: not measured.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../corpus/files.ts';
import { REPOSITORY } from '../folders.ts';
import { openLicence } from '../functions/open.ts';
import { Prints } from '../functions/prints.ts';
import { type SampledFunction, sampleFunctions } from '../functions/sample.ts';
import type { Judge } from './judge.ts';
import { startJudges } from './judges.ts';
import { type Mutant, mutants } from './mutants.ts';

const SEED = 20_251_121;
const PAIRS = 200;
/** How many of them are the same program according to the judge. */
const SAME = 50;
const LONGEST = 600;
/** Changes that, if they do not change the program, are seldom inside a comment. */
const OF_SPELLING = new Set([
  'form of a number',
  'quotes',
  'blank',
  'blank added',
  'brackets added',
  'brackets removed',
]);

interface Pair {
  file: string;
  licence: string;
  dialect?: string;
  change: string;
  are: 'same' | 'different';
  original: string;
  changed: string;
}

/** Writes fixtures/meaning/: functions with one changed token and the verdict of the judge. */
export async function recordMeaning(only?: string): Promise<void> {
  const folder = join(REPOSITORY, 'fixtures/meaning');
  mkdirSync(folder, { recursive: true });
  const judges = await startJudges();
  try {
    for (const language of ['javascript', 'typescript', 'php', 'python', 'bash'] as const) {
      if (only !== undefined && only !== language) continue;
      const judge = judges.of[language];
      const about = `Functions of real packages before and after one token was changed, compared by ${judge.tool}.`;
      const pairs = await pairsOf(language, judge);
      writeFileSync(join(folder, `${language}.json`), `${JSON.stringify({ about, pairs }, null, 1)}\n`);
      process.stdout.write(`${language}: ${pairs.length} pairs\n`);
    }
  } finally {
    judges.close();
  }
}

/** One mutant of each function; kinds of change alternate. */
async function pairsOf(language: Language, judge: Judge): Promise<Pair[]> {
  const prints = await Prints.load(language);
  const pairs: Pair[] = [];
  const times = new Map<string, number>();
  const accept = (file: string) => openLicence(language, file) !== undefined;
  for await (const sample of sampleFunctions(language, SEED, { accept })) {
    const licence = openLicence(language, sample.file);
    if (licence === undefined || sample.source.length > LONGEST) continue;
    const wanted =
      pairs.filter(({ are }) => are === 'same').length * PAIRS < pairs.length * SAME ? 'same' : 'different';
    const found = mutants(sample, SEED, prints).found.sort(
      (a, b) => (times.get(a.kind) ?? 0) - (times.get(b.kind) ?? 0),
    );
    const mutant = await firstThatIs(wanted, found, sample, judge);
    if (mutant === undefined) continue;
    times.set(mutant.kind, (times.get(mutant.kind) ?? 0) + 1);
    const { dialect } = sample.mode;
    pairs.push({
      ...{ file: sample.file, licence },
      ...(dialect === undefined ? {} : { dialect }),
      ...{ change: mutant.kind, are: wanted, original: sample.source, changed: mutant.source },
    });
    if (pairs.length === PAIRS) break;
  }
  return pairs;
}

async function firstThatIs(
  wanted: Pair['are'],
  found: readonly Mutant[],
  { source, mode }: SampledFunction,
  judge: Judge,
): Promise<Mutant | undefined> {
  for (const mutant of found) {
    if (wanted === 'same' && !(mutant.sameBody && OF_SPELLING.has(mutant.kind))) continue;
    if ((await judge.compare(source, mutant.source, mode)) === wanted) return mutant;
  }
  return undefined;
}
