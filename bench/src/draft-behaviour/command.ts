// Guards: the tests of a project are green with the drafts of its functions, as without them. Takes: not measured.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Draft } from '@analyzer/core/generalize/model.ts';
import { draftsOf, isListed, scanWith } from '../draft/drafts-of.ts';
import { inMemoryFolder } from '../measure/memory-folder.ts';
import { applyDraft } from './apply.ts';
import { executedLines } from './executed.ts';
import { redOnes, roundsOf } from './rounds.ts';

const MAX_TEST_MS = 20 * 60 * 1000;

/**
 * `bench draft-behaviour --path PROJECT --source DIR --test COMMAND --coverage COMMAND --report FILE [--kind KIND]`: applies the drafts of the
 * groups, or of those whose kind starts so, in a folder of a project to a copy of it, and runs its tests there. Only drafts count of which the tests execute a
 * line of a replaced body. Drafts that change different lines are applied together; if a test fails, halves are tried.
 * Fails if a test is red with a draft.
 */
export async function behaviourCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      path: { type: 'string' },
      source: { type: 'string', default: '.' },
      test: { type: 'string' },
      coverage: { type: 'string' },
      report: { type: 'string', default: 'coverage.json' },
      kind: { type: 'string', default: '' },
    },
  });
  const { path, source, test, coverage, report, kind } = values;
  if (path === undefined || test === undefined || coverage === undefined)
    throw new Error('usage: npm run bench -- draft-behaviour --path PROJECT --test COMMAND --coverage COMMAND');
  const project = resolve(path);
  const written = await writtenDrafts(join(project, source), kind);
  await inMemoryFolder('draft-behaviour-', async (work) => {
    const before = copyOf(project, join(work, 'before'));
    if (!run(coverage, before))
      throw new Error('the tests fail without drafts; leave the failing ones out of the command');
    const lines = executedLines(join(before, report), before);
    const drafts = written.filter((draft) => isExecuted(draft, source, lines));
    const rounds = roundsOf(drafts);
    process.stdout.write(
      `${basename(project)}: ${written.length} drafts, ${drafts.length} executed, ${rounds.length} rounds\n`,
    );
    let copies = 0;
    const red = rounds.flatMap((round) =>
      redOnes(round, (some) => {
        const folder = copyOf(project, join(work, `with-${copies++}`));
        for (const draft of some) applyDraft(draft, join(folder, source));
        return run(test, folder);
      }),
    );
    for (const { group, copies: its, written: code } of red) {
      const where = its.map((it) => `${it.path}:${it.start_line} ${it.name}`).join(', ');
      process.stdout.write(`red: ${group.id} ${where}\n${code?.patch ?? ''}`);
    }
    process.stdout.write(`${basename(project)}: green ${drafts.length - red.length}, red ${red.length}\n`);
    if (red.length > 0) process.exitCode = 1;
  });
}

async function writtenDrafts(folder: string, kind: string): Promise<Draft[]> {
  const scanned = await scanWith('native', folder);
  const groups = scanned.groups.filter((group) => isListed(group) && group.kind.startsWith(kind));
  const found: Draft[] = [];
  for await (const draft of draftsOf(scanned, folder, groups)) {
    if (draft.written !== undefined) found.push(draft);
  }
  return found;
}

function copyOf(project: string, folder: string): string {
  cpSync(project, folder, { recursive: true, verbatimSymlinks: true, filter: (path) => basename(path) !== '.git' });
  return folder;
}

function run(command: string, cwd: string): boolean {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', timeout: MAX_TEST_MS });
  if (status !== 0) process.stdout.write(`${stdout.slice(-1500)}${stderr.slice(-500)}\n`);
  return status === 0;
}

function isExecuted({ written }: Draft, source: string, lines: ReadonlyMap<string, ReadonlySet<number>>): boolean {
  return (written?.calls ?? []).some(({ path, start_line, end_line }) => {
    const executed = lines.get(join(source, path));
    for (let line = start_line; line <= end_line; line++) if (executed?.has(line) === true) return true;
    return false;
  });
}
