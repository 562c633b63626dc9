// Guards: each draft of a function passes `git apply` and the parser of its language; the share of groups with a draft, and the obstacles. Takes: not measured.
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Drafter } from '@analyzer/core/generalize/draft-group.ts';
import { scanSource } from '@analyzer/core/generalize/draft-source.ts';
import type { Draft } from '@analyzer/core/generalize/model.ts';
import { createNativeEngine } from '@analyzer/core/parse/native/engine.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import type { Group, Scan } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { NATIVE, WORKER } from '../folders.ts';
import { inMemoryFolder } from '../measure/memory-folder.ts';
import { table } from '../table.ts';
import { judgePatch } from './judge-patch.ts';
import { DraftTally } from './tally.ts';

/**
 * `bench draft --path DIR [--path DIR…] [--engine NAME] [--at-most N] [--show OBSTACLE]`: drafts a function for each
 * group of functions that is not folded into another one, and prints the share with a draft by language and kind. Fails if a
 * shown draft does not apply, or if the parser of the language refuses a patched file.
 */
export async function draftCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      path: { type: 'string', multiple: true },
      engine: { type: 'string', default: 'native' },
      'at-most': { type: 'string' },
      show: { type: 'string' },
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
    const draftMs = await draftAll(scanned, folder, groups, tally, values.show);
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    process.stdout.write(
      `${basename(folder)}: ${groups.length} groups, scan ${seconds(scanMs)}, drafts ${seconds(draftMs)}, together ${((scanMs + draftMs) / scanMs).toFixed(1)} × scan\n`,
    );
  }
  process.stdout.write(`\n${table(tally.shares())}\n${table(tally.obstacles())}`);
  for (const failure of tally.failures) process.stdout.write(`${failure}\n`);
  if (tally.failures.length > 0) process.exitCode = 1;
}

function isListed({ folded_into, same_as, blocks }: Group): boolean {
  return folded_into === undefined && same_as === undefined && blocks === undefined;
}

async function scanWith(name: string, folder: string): Promise<Scan> {
  const jobs = 2;
  const engine =
    name === 'native' ? createNativeEngine({ jobs, file: NATIVE }) : createPortableEngine({ jobs, workerPath: WORKER });
  try {
    return await scan(folder, completeOptions({}), { engine });
  } finally {
    await engine.close();
  }
}

/** @returns the time of the drafts without their judges, in milliseconds */
async function draftAll(
  scanned: Scan,
  folder: string,
  groups: readonly Group[],
  tally: DraftTally,
  shown: string | undefined,
): Promise<number> {
  const engine = createPortableEngine({ jobs: 1, workerPath: WORKER });
  const languages = new Map(scanned.entries.map((it) => [it.path, it.kind === 'file' ? (it.language ?? '') : '']));
  let ms = 0;
  try {
    const drafter = new Drafter(scanSource(scanned), folder, engine);
    let started = performance.now();
    for await (const draft of drafter.drafts(groups)) {
      ms += performance.now() - started;
      const problem = draft.written && (await inMemoryFolder('draft-', (work) => judgePatch(draft, folder, work)));
      tally.add(languages.get(draft.copies[0]?.path ?? '') ?? '', draft, problem);
      if ((shown !== undefined && draft.obstacle?.id === shown) || (shown === 'draft' && draft.written !== undefined))
        show(draft);
      started = performance.now();
    }
  } finally {
    await engine.close();
  }
  return ms;
}

function show({ group, copies, obstacle, written }: Draft): void {
  const names = copies.map(({ path, start_line, name }) => `${path}:${start_line} ${name}`).join(', ');
  const place = obstacle === undefined ? '' : ` ${obstacle.path ?? ''}:${obstacle.line ?? ''} ${obstacle.text ?? ''}`;
  process.stdout.write(`${group.id} ${group.kind} ${names}${place}\n${written?.patch ?? ''}`);
}
