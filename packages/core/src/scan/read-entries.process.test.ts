import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { Folder } from '#tree/folder.ts';
import { createLineEngine } from './line-engine.ts';
import { completeOptions } from './options.ts';
import { scan } from './scan.ts';

/** One file of it cannot be opened. */
class Exhausted extends Folder {
  readonly #reason: string;

  constructor(path: string, reason: string) {
    super(path);
    this.#reason = reason;
  }

  override async read(...args: Parameters<Folder['read']>): ReturnType<Folder['read']> {
    return args[0].path === 'b.py' ? { reason: this.#reason } : super.read(...args);
  }
}

const FILES = { 'a.py': 'a = 1\n', 'b.py': 'b = 1\n' };

test('a file that cannot be opened at the limit on open files ends the scan: the next one would read others', async () => {
  const exhausted = new Exhausted(fixtureFolder(FILES), 'too many open files');
  const scanned = scan(exhausted, completeOptions({}), { engine: createLineEngine({ jobs: 1 }) });
  await expect(scanned).rejects.toMatchObject({ code: 'too_many_open_files' });
});

test('a file that cannot be read for another reason is unreadable', async () => {
  const source = new Exhausted(fixtureFolder(FILES), 'permission denied');
  const { entries } = await scan(source, completeOptions({}), { engine: createLineEngine({ jobs: 1 }) });
  expect(entries).toMatchObject([
    { path: 'a.py', status: 'analyzed' },
    { path: 'b.py', status: 'unreadable', reason: 'permission denied' },
  ]);
});
