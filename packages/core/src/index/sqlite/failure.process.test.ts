import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { openDatabase } from './driver.ts';
import { readError, writeError } from './failure.ts';
import { temporaryFolder } from './temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

/** The error of SQLite when a file cannot grow. */
async function full(): Promise<unknown> {
  const database = await openDatabase(':memory:', { readOnly: false });
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE a (b); PRAGMA max_page_count = 3');
  try {
    for (;;) database.exec('INSERT INTO a VALUES (randomblob(1000))');
  } catch (error) {
    return error;
  }
}

describe('SQLite without disk space', () => {
  test('while an index is read, the error has the remedy and no path of this machine', async () => {
    const folder = fixtureFolder({});
    vi.stubEnv('SQLITE_TMPDIR', folder);
    const error = readError(await full(), 'x.db');
    expect(error).toBeInstanceOf(AnalyzerError);
    expect(error).toMatchObject({
      code: 'unreadable',
      message: 'cannot read x.db: no space is left for temporary files',
      hint: expect.stringContaining('set SQLITE_TMPDIR to a folder on another disk'),
    });
    expect(JSON.stringify(error)).not.toContain(folder);
  });

  test('while an index is written, the error names the fuller folder', async () => {
    vi.stubEnv('SQLITE_TMPDIR', fixtureFolder({}));
    expect(writeError(await full(), join(fixtureFolder({}), 'x.db'))).toMatchObject({
      code: 'output_failed',
      message: expect.stringMatching(/x\.db: no space left in its folder$/),
    });
  });
});

test('the folder for temporary files is the first existing writable candidate', () => {
  const folder = fixtureFolder({ file: '' });
  mkdirSync(join(folder, 'a'));
  chmodSync(join(folder, 'a'), 0o755);
  vi.stubEnv('SQLITE_TMPDIR', join(folder, 'missing'));
  vi.stubEnv('TMPDIR', join(folder, 'file'));
  expect(temporaryFolder()).toBe('/var/tmp');
  vi.stubEnv('TMPDIR', join(folder, 'a'));
  expect(temporaryFolder()).toBe(join(folder, 'a'));
  vi.stubEnv('SQLITE_TMPDIR', folder);
  expect(temporaryFolder()).toBe(folder);
});
