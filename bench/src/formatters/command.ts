// Guards: the fingerprints of real functions that a formatter changes. Takes: not measured.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import { type Print, Prints } from '../functions/prints.ts';
import { table } from '../table.ts';
import { Random } from '../unbreakable/random.ts';
import { exceptionsOf } from './exceptions.ts';
import { FORMATTERS, filesOf, KINDS, type Kind, languageOf } from './formatters.ts';

const SEED = 20_251_121;
/** Required number of functions. The sources have no more functions with JSX in JavaScript. */
const FUNCTIONS = 2_000;
const JSX_FUNCTIONS = 1_450;
const MIN_KEPT = 0.995;
/** Larger files would contribute too many functions of one author. */
const LARGEST = 60_000;

interface Tally {
  kind: Kind;
  functions: number;
  kept: number;
  /** Files that the formatter did not read, or whose functions could not be matched. */
  refused: number;
  unmatched: number;
  /** `file:line name` of functions with a changed fingerprint. */
  split: string[];
}

/**
 * Formats complete real files: at least 99.5 % of their functions must keep both fingerprints, and each that does not is
 * listed with its reason. `--path DIR` takes the files of any folder, whose functions are not listed.
 */
export async function formattersCommand(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    options: { path: { type: 'string' } },
    allowPositionals: true,
  });
  const folder = values.path === undefined ? undefined : resolve(values.path);
  const [only] = positionals;
  const kinds = only === undefined ? KINDS : KINDS.filter((kind) => kind === only);
  if (kinds.length === 0) throw new Error(`no language is called ${only}: ${KINDS.join(', ')}`);
  const tallies: Tally[] = [];
  for (const kind of kinds) tallies.push(await tallyOf(kind, folder));
  process.stdout.write(
    table([['', 'formatter', 'functions', 'kept', 'share', 'refused', 'unmatched'], ...rows(tallies)]),
  );
  for (const { kind, split } of folder === undefined ? [] : tallies) {
    for (const name of split) process.stdout.write(`${kind}: not kept: ${name}\n`);
  }
  const faults = tallies.flatMap((tally) => [
    ...(folder === undefined ? unlisted(tally) : []),
    ...(tally.kept < tally.functions * MIN_KEPT ? [`${tally.kind}: under 99.5 %`] : []),
  ]);
  if (faults.length > 0) throw new Error(`\n${faults.join('\n')}`);
}

async function tallyOf(kind: Kind, folder: string | undefined): Promise<Tally> {
  const language = languageOf(kind);
  const prints = await Prints.load(language);
  const tally: Tally = { kind, functions: 0, kept: 0, refused: 0, unmatched: 0, split: [] };
  const files = filesOf(kind, folder);
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
    else tally.split.push(`${file}:${print.line} ${print.name}`);
  });
}

/** Requirements of the exceptions and of the sample sizes on the corpus. */
function unlisted({ kind, functions, split }: Tally): string[] {
  const listed = exceptionsOf(kind);
  const seen = new Set(split);
  return [
    ...split.filter((name) => !listed.has(name)).map((name) => `${kind}: not explained: ${name}`),
    ...[...listed].filter((name) => !seen.has(name)).map((name) => `${kind}: listed, but kept both: ${name}`),
    ...(functions < (kind === 'jsx' ? JSX_FUNCTIONS : FUNCTIONS) ? [`${kind}: only ${functions} functions`] : []),
  ];
}

function rows(tallies: readonly Tally[]): string[][] {
  return tallies.map(({ kind, functions, kept, refused, unmatched }) => [
    ...[kind, FORMATTERS[languageOf(kind)].tool, String(functions), String(kept)],
    ...[`${((100 * kept) / functions).toFixed(2)} %`, String(refused), String(unmatched)],
  ]);
}
