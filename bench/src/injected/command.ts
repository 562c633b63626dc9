import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { LANGUAGES, type Language } from '../corpus/files.ts';
import { ANALYZER } from '../folders.ts';
import { Prints } from '../functions/prints.ts';
import { type SampledFunction, sampleFunctions } from '../functions/sample.ts';
import { startJudges } from '../meaning/judges.ts';
import { startLocalsReaders } from '../renaming/readers.ts';
import { table } from '../table.ts';
import { Random } from '../unbreakable/random.ts';
import { check, type Finding } from './check.ts';
import { type IndexedGroup, readGroups } from './groups.ts';
import { RealFunctions } from './real-functions.ts';
import { copiesOf, type Tools, VARIANTS } from './variants.ts';
import { type Injected, writeWorkspace } from './workspace.ts';

const SEED = 20_251_121;
const EACH = 100;
const SHOWN = 20;

/**
 * Copies 500 real functions into another project in four ways and indexes both: every copy must be in a group of the
 * right kind with its original, and no function of the group may differ in more than words.
 */
export async function injectedCommand(only?: string): Promise<void> {
  const languages = only === undefined ? LANGUAGES : LANGUAGES.filter((language) => language === only);
  if (languages.length === 0) throw new Error(`no language is called ${only}: ${LANGUAGES.join(', ')}`);
  const injected: Injected[] = [];
  const [judges, readers] = [await startJudges(), await startLocalsReaders()];
  try {
    for (const language of languages) {
      const tools = { language, judge: judges.of[language], locals: readers.of[language], random: new Random(SEED) };
      injected.push(...(await take(tools)));
    }
  } finally {
    judges.close();
    readers.close();
  }
  report(await findings(languages, injected), languages);
}

/** Functions of one language with their copies. */
async function take(tools: Tools): Promise<Injected[]> {
  const { language } = tools;
  const taken: Injected[] = [];
  const skipped = new Map<string, number>();
  for await (const sample of sampleFunctions(language, SEED)) {
    const copies = taken.some((other) => overlap(other.sample, sample)) ? PART : await copiesOf(sample, tools);
    if ('skipped' in copies) skipped.set(copies.skipped, (skipped.get(copies.skipped) ?? 0) + 1);
    else taken.push({ language, number: taken.length + 1, sample, copies });
    if (taken.length === EACH) break;
  }
  const rows = [...skipped].sort(([, a], [, b]) => b - a).map(([reason, count]) => [`  ${reason}`, String(count)]);
  process.stdout.write(table([[`${language}: not taken`, ''], ...rows]));
  return taken;
}

/** If one function contains another, copies of the outer function contain copies of the inner one. */
const PART = { skipped: 'in another one, or around it' };

function overlap(a: SampledFunction, b: SampledFunction): boolean {
  return a.file === b.file && a.print.start < b.print.end && b.print.start < a.print.end;
}

async function findings(languages: readonly Language[], injected: readonly Injected[]): Promise<Finding[]> {
  const groups = await indexed(injected);
  const found: Finding[] = [];
  for (const language of languages) {
    const own = injected.filter((each) => each.language === language);
    const real = new RealFunctions(await Prints.load(language), own);
    for (const each of own) found.push(check(each, groups, own, real));
  }
  return found;
}

/** Runs the command-line interface, as a user does. */
async function indexed(injected: readonly Injected[]): Promise<IndexedGroup[]> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-injected-'));
  try {
    const [manifest, db] = [writeWorkspace(folder, injected), join(folder, 'index.db')];
    const args = [ANALYZER, 'workspace', 'index', '--manifest', manifest, '--db', db];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`analyzer ended with ${status}: ${stderr}`);
    process.stdout.write(`${stdout}\n`);
    const reader = await openIndex(db);
    try {
      return reader.read(readGroups);
    } finally {
      reader.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(found: readonly Finding[], languages: readonly Language[]): void {
  const rows = languages.map((language) => {
    const own = found.filter(({ injected }) => injected.language === language);
    const counts = VARIANTS.map((variant) => own.filter(({ missing }) => !missing.includes(variant)).length);
    const sum = (count: (finding: Finding) => number) => own.reduce((total, finding) => total + count(finding), 0);
    return [language, own.length, ...counts, sum(({ twins }) => twins), sum(({ foreign }) => foreign.length)].map(
      String,
    );
  });
  process.stdout.write(table([['', 'functions', ...VARIANTS, 'twins', 'foreign'], ...rows]));
  const faults = found.flatMap(faultsOf);
  if (faults.length > 0) throw new Error(`\n${faults.slice(0, SHOWN).join('\n')}`);
  if (found.length < EACH * languages.length) throw new Error(`only ${found.length} functions`);
}

function faultsOf({ injected, missing, tooMuch, foreign }: Finding): string[] {
  const location = locationOf(injected);
  return [
    ...missing.map((variant) => `${location}: ${variant} not found`),
    ...(tooMuch ? [`${location}: the copy with other locals is in its function-body group`] : []),
    ...foreign.map((other) => `${location}: shares a group with ${other}`),
  ];
}

function locationOf({ language, sample: { file, print } }: Injected): string {
  return `${language} ${file}:${print.line} ${print.name}`;
}
