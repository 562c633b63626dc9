// Guards: each draft of a function passes `git apply` and the parser of its language; the share of groups with a draft, and the obstacles. Takes: not measured.
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Draft } from '@analyzer/core/generalize/model.ts';
import type { Group, Scan } from '@analyzer/core/scan/model.ts';
import { inMemoryFolder } from '../measure/memory-folder.ts';
import { table } from '../table.ts';
import { draftsOf, isListed, scanWith } from './drafts-of.ts';
import { judgePatch } from './judge-patch.ts';
import { DraftTally } from './tally.ts';
import { newTypeErrors } from './type-errors.ts';

/**
 * `bench draft --path DIR [--path DIR…] [--engine NAME] [--at-most N] [--show OBSTACLE] [--types TSCONFIG]`: drafts a function for each
 * group of functions that is not folded into another one, and prints the share with a draft by language and kind. Fails if a
 * shown draft does not apply, or if the parser of the language refuses a patched file. With a `tsconfig.json`, which is in the
 * project that contains the folder, also if there are new type errors.
 */
export async function draftCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      path: { type: 'string', multiple: true },
      engine: { type: 'string', default: 'native' },
      'at-most': { type: 'string' },
      show: { type: 'string' },
      types: { type: 'string' },
    },
  });
  if (values.path === undefined) throw new Error('usage: npm run bench -- draft --path DIR');
  const tally = new DraftTally();
  for (const path of values.path) {
    const folder = resolve(path);
    const started = performance.now();
    const scanned = await scanWith(values.engine, folder);
    const scanMs = performance.now() - started;
    const groups = scanned.groups.filter(isListed).slice(0, Number(values['at-most'] ?? Number.POSITIVE_INFINITY));
    const written: Draft[] = [];
    const draftMs = await draftAll(scanned, folder, groups, tally, values.show, written);
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    process.stdout.write(
      `${basename(folder)}: ${groups.length} groups, scan ${seconds(scanMs)}, drafts ${seconds(draftMs)}, together ${((scanMs + draftMs) / scanMs).toFixed(1)} × scan\n`,
    );
    if (values.types !== undefined) await addTypeErrors(written, folder, resolve(values.types), tally);
  }
  process.stdout.write(`\n${table(tally.shares())}\n${table(tally.obstacles())}`);
  for (const failure of tally.failures) process.stdout.write(`${failure}\n`);
  if (tally.failures.length > 0) process.exitCode = 1;
}

async function addTypeErrors(
  drafts: readonly Draft[],
  folder: string,
  config: string,
  tally: DraftTally,
): Promise<void> {
  const project = { project: dirname(config), folder, config: basename(config) };
  const problems = await inMemoryFolder('draft-types-', async (work) => newTypeErrors(drafts, project, work));
  tally.failures.push(...problems.map((it) => `new type error: ${it}`));
}

/** @returns the time of the drafts without their judges, in milliseconds */
async function draftAll(
  scanned: Scan,
  folder: string,
  groups: readonly Group[],
  tally: DraftTally,
  shown: string | undefined,
  found: Draft[],
): Promise<number> {
  const languages = new Map(scanned.entries.map((it) => [it.path, it.kind === 'file' ? (it.language ?? '') : '']));
  let ms = 0;
  let started = performance.now();
  for await (const draft of draftsOf(scanned, folder, groups)) {
    ms += performance.now() - started;
    const problem = draft.written && (await inMemoryFolder('draft-', (work) => judgePatch(draft, folder, work)));
    tally.add(languages.get(draft.copies[0]?.path ?? '') ?? '', draft, problem);
    const { obstacle, written } = draft;
    if (written !== undefined) found.push(draft);
    if (shown !== undefined && (obstacle?.id === shown || (shown === 'draft' && written !== undefined))) show(draft);
    started = performance.now();
  }
  return ms;
}

function show({ group, copies, obstacle, written }: Draft): void {
  const names = copies.map(({ path, start_line, name }) => `${path}:${start_line} ${name}`).join(', ');
  const place = obstacle === undefined ? '' : ` ${obstacle.path ?? ''}:${obstacle.line ?? ''} ${obstacle.text ?? ''}`;
  process.stdout.write(`${group.id} ${group.kind} ${names}${place}\n${written?.patch ?? ''}`);
}
