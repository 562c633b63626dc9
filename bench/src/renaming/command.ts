// Guards: the shapes of real functions whose locals are renamed, and their other bodies. Takes: not measured.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES, type Language } from '../corpus/files.ts';
import { Prints } from '../functions/prints.ts';
import { sampleFunctions } from '../functions/sample.ts';
import { table } from '../table.ts';
import { EXCEPTIONS, explanation } from './exceptions.ts';
import type { LocalsReader } from './locals.ts';
import { startLocalsReaders } from './readers.ts';
import { renameLocals } from './renaming.ts';

const SEED = 20_251_121;
/** Required number of functions. The Bash sources have no more functions with renamable locals. */
const FUNCTIONS: Readonly<Record<Language, number>> = {
  ...{ python: 2_000, javascript: 2_000, typescript: 2_000, php: 2_000 },
  bash: 525,
};
const MOST = 2_000;

interface Tally {
  language: Language;
  tool: string;
  functions: number;
  locals: number;
  kept: number;
  changed: number;
  /** Functions whose shape changed, by the index of the reason in `EXCEPTIONS`. */
  explained: Map<number, number>;
  /** `file:line name` of those without a reason. */
  unexplained: string[];
  skipped: Map<string, number>;
}

/**
 * Renames all locals of real functions, as an independent reader of the language finds them: function-shape must stay
 * and function-body change, except for the exceptions listed with their reasons. `--path DIR` takes the functions of any
 * folder; then only exceptions that the reader recognizes are explained.
 */
export async function renamingCommand(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    options: { path: { type: 'string' } },
    allowPositionals: true,
  });
  const folder = values.path === undefined ? undefined : resolve(values.path);
  const [only] = positionals;
  const languages = only === undefined ? LANGUAGES : LANGUAGES.filter((language) => language === only);
  if (languages.length === 0) throw new Error(`no language is called ${only}: ${LANGUAGES.join(', ')}`);
  const readers = await startLocalsReaders(folder);
  const tallies: Tally[] = [];
  try {
    for (const language of languages) {
      const tally = await tallyOf(language, folder, readers.of[language]);
      tallies.push(tally);
      process.stdout.write(skips(tally));
    }
  } finally {
    readers.close();
  }
  process.stdout.write(summary(tallies));
  const faults = [
    ...tallies.flatMap((tally) => faultsOf(tally, folder === undefined ? FUNCTIONS[tally.language] : 1)),
    ...(folder === undefined ? stale(tallies) : []),
  ];
  if (faults.length > 0) throw new Error(`\n${faults.join('\n')}`);
}

async function tallyOf(language: Language, folder: string | undefined, reader: LocalsReader): Promise<Tally> {
  const prints = await Prints.load(language);
  const tally: Tally = {
    ...{ language, tool: reader.tool, functions: 0, locals: 0, kept: 0, changed: 0 },
    ...{ explained: new Map(), unexplained: [], skipped: new Map() },
  };
  for await (const sample of sampleFunctions(language, SEED, { folder })) {
    const renaming = await renameLocals(sample, reader, prints);
    if ('skipped' in renaming) {
      tally.skipped.set(renaming.skipped, (tally.skipped.get(renaming.skipped) ?? 0) + 1);
      continue;
    }
    const { locals, traits, shapeKept, bodyChanged } = renaming;
    tally.functions++;
    tally.locals += locals;
    if (shapeKept) tally.kept++;
    if (bodyChanged) tally.changed++;
    if (!shapeKept || !bodyChanged) {
      const name = `${sample.file}:${sample.print.line} ${sample.print.name}`;
      const reason = bodyChanged ? explanation(language, name, traits) : -1;
      if (reason >= 0) tally.explained.set(reason, (tally.explained.get(reason) ?? 0) + 1);
      else tally.unexplained.push(name);
    }
    if (tally.functions === MOST) break;
  }
  return tally;
}

function skips({ language, skipped, explained }: Tally): string {
  const rows = [...skipped].sort(([, a], [, b]) => b - a).map(([reason, count]) => [`  ${reason}`, String(count)]);
  const shapes = [...explained].map(([at, count]) => [`  ${EXCEPTIONS[at]?.reason}`, String(count)]);
  return table([[`${language}: not renamed`, ''], ...rows, [`${language}: shape not kept`, ''], ...shapes]);
}

function summary(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ language, tool, functions, locals, kept, changed, explained, unexplained }) => [
    ...[language, tool],
    ...[functions, locals, kept, changed, [...explained.values()].reduce((a, b) => a + b, 0), unexplained.length].map(
      String,
    ),
  ]);
  const head = ['', 'reader', 'functions', 'locals', 'shape kept', 'body changed', 'explained', 'unexplained'];
  return table([head, ...rows]);
}

function faultsOf({ language, functions, unexplained }: Tally, least: number): string[] {
  return [
    ...unexplained.map((name) => `${language}: not explained: ${name}`),
    ...(functions < least ? [`${language}: only ${functions} functions`] : []),
  ];
}

/** Reasons that explain no function. */
function stale(tallies: readonly Tally[]): string[] {
  return EXCEPTIONS.flatMap(({ languages, reason }, at) => {
    const tallied = tallies.filter(({ language }) => languages.includes(language));
    const isUnused = tallied.length > 0 && tallied.every(({ explained }) => !explained.has(at));
    return isUnused ? [`${languages.join(', ')}: explains nothing: ${reason}`] : [];
  });
}
