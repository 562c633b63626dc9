import { readFileSync } from 'node:fs';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import type { Language } from '../corpus/files.ts';
import { type Print, Prints } from '../functions/prints.ts';
import { sourceFiles } from '../functions/sources.ts';
import { table } from '../table.ts';
import { Random } from '../unbreakable/random.ts';
import { FORMATTERS } from './formatters.ts';

const LANGUAGES: readonly Language[] = ['javascript', 'typescript', 'php', 'python', 'bash'];
const SEED = 20_251_121;
const FUNCTIONS = 2_000;
const LEAST_KEPT = 0.99;
const SHOWN = 12;
/** Larger files give too many functions of one hand. */
const LARGEST = 60_000;

interface Tally {
  language: Language;
  functions: number;
  kept: number;
  /** Files that the formatter did not read, or whose functions could not be matched. */
  refused: number;
  unmatched: number;
  examples: string[];
}

/** Formats whole real files: at least 99 % of their functions must keep both fingerprints. */
export async function formattersCommand(only?: string): Promise<void> {
  const languages = only === undefined ? LANGUAGES : LANGUAGES.filter((language) => language === only);
  if (languages.length === 0) throw new Error(`no language is called ${only}: ${LANGUAGES.join(', ')}`);
  const tallies: Tally[] = [];
  for (const language of languages) {
    const tally = await tallyOf(language);
    tallies.push(tally);
    for (const example of tally.examples.slice(0, SHOWN)) process.stdout.write(`  ${example}\n`);
  }
  process.stdout.write(
    table([['', 'formatter', 'functions', 'kept', 'share', 'refused', 'unmatched'], ...rows(tallies)]),
  );
  const low = tallies.filter(({ functions, kept }) => kept < functions * LEAST_KEPT);
  if (low.length > 0) throw new Error(`under 99 %: ${low.map(({ language }) => language).join(', ')}`);
}

async function tallyOf(language: Language): Promise<Tally> {
  const prints = await Prints.load(language);
  const tally: Tally = { language, functions: 0, kept: 0, refused: 0, unmatched: 0, examples: [] };
  const files = sourceFiles(language);
  const random = new Random(SEED);
  while (files.length > 0 && tally.functions < FUNCTIONS) {
    const [file] = files.splice(random.below(files.length), 1);
    if (file === undefined) break;
    const mode: ParseMode = file.dialect === undefined ? { language } : { language, dialect: file.dialect };
    const source = readFileSync(file.path, 'utf8').replace(/^\ufeff/, '');
    const before = prints.read(source, mode);
    if (!before.whole || before.functions.length === 0 || source.length > LARGEST) continue;
    const formatted = await FORMATTERS[language].format(source, mode).catch(() => undefined);
    if (formatted === undefined) {
      tally.refused++;
      continue;
    }
    const after = prints.read(formatted, mode);
    if (!sameNames(before.functions, after.functions)) tally.unmatched++;
    else count(tally, file.name, before.functions, after.functions);
  }
  return tally;
}

function sameNames(before: readonly Print[], after: readonly Print[]): boolean {
  return before.length === after.length && before.every(({ name }, index) => name === after[index]?.name);
}

function count(tally: Tally, file: string, before: readonly Print[], after: readonly Print[]): void {
  before.forEach((print, index) => {
    tally.functions++;
    const other = after[index];
    if (other !== undefined && other.body === print.body && other.shape === print.shape) tally.kept++;
    else tally.examples.push(`${file}:${print.line} ${print.name}`);
  });
}

function rows(tallies: readonly Tally[]): string[][] {
  return tallies.map(({ language, functions, kept, refused, unmatched }) => [
    language,
    FORMATTERS[language].tool,
    String(functions),
    String(kept),
    `${((100 * kept) / functions).toFixed(2)} %`,
    String(refused),
    String(unmatched),
  ]);
}
