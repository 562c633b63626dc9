import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith, runChild } from './fixture.ts';

const files = { 'app/a.py': 'def f():\n    return 1\n' };

/** Each program that scans a folder and prints `analyzer.scan.v1`. */
const scanners: [name: string, scan: (folder: string, ...flags: string[]) => ReturnType<typeof analyzer>][] = [
  ['portable', (folder, ...flags) => analyzer(['scan', folder, '--engine', 'portable', '--format', 'json', ...flags])],
  ['native', (folder, ...flags) => analyzer(['scan', folder, '--engine', 'native', '--format', 'json', ...flags])],
  ['analyzer-rs', (folder, ...flags) => runChild(BUILT_HERE, ['scan', folder, '--format', 'json', ...flags])],
];
const built = scanners.filter(([name]) => name === 'portable' || NATIVE_MISSING === undefined);

describe.each(built)('with %s', (_name, scan) => {
  test.each([[[]], [['--all']], [['--exclude', '.*/', '--exclude', '*.html', '--exclude', 'tickets/']]])(
    'a snapshot id does not change with the output of this program, flags %j',
    async (flags) => {
      const folder = folderWith(files);
      const before = JSON.parse((await scan(folder, ...flags)).stdout);
      for (const name of ['.analyzer', '.analyzer-artifacts', '.koru', '.planfile', '.tracker']) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'x.py'), 'x = 1\n');
      }
      mkdirSync(join(folder, 'tickets'));
      writeFileSync(join(folder, 'tickets/.analyzer-tickets'), 'analyzer tickets v1\n');
      writeFileSync(join(folder, 'tickets/AN-0123456789ab.md'), '---\n');
      writeFileSync(join(folder, 'extraction-state.json'), '{\n  "schema": "analyzer.extraction-state.v1"\n}\n');
      writeFileSync(join(folder, 'extraction-state.json-lock'), '');
      writeFileSync(join(folder, 'app/.analyzer-1.partial'), '');
      expect(await analyzer(['map', '.', '--engine', 'portable', '--no-cache'], { cwd: folder })).toMatchObject({
        code: 0,
      });
      expect(readdirSync(folder)).toContain('analyzer-map.html');
      const after = JSON.parse((await scan(folder, ...flags, '--cache-dir', join(folder, 'kept'))).stdout);
      expect(after.exclusions.map(({ path }: { path: string }) => path)).toHaveLength(11);
      expect(after.snapshot_id).toBe(before.snapshot_id);
      writeFileSync(join(folder, 'app/b.py'), 'x = 1\n');
      const changed = JSON.parse((await scan(folder, ...flags, '--cache-dir', join(folder, 'kept'))).stdout);
      expect(changed.snapshot_id).not.toBe(before.snapshot_id);
    },
  );

  test('a folder is excluded as tickets because of its marker file, not because of its name', async () => {
    const marker = { '.analyzer-tickets': 'analyzer tickets v1\n' };
    const folder = folderWith({
      'tickets/a.py': files['app/a.py'],
      'other/.analyzer-tickets': 'something else\n',
      'other/a.py': files['app/a.py'],
      'deep/issues/.analyzer-tickets': marker['.analyzer-tickets'],
      'deep/issues/hidden.py': files['app/a.py'],
      'extraction-state.json': '{"schema": "another"}\n',
    });
    const { stdout } = await scan(folder, '--all');
    const { entries, exclusions } = JSON.parse(stdout);
    expect(exclusions).toEqual([
      { path: 'deep/issues', kind: 'directory', reason: 'own-output', rule: 'holds .analyzer-tickets', sources: true },
    ]);
    const paths = entries.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['tickets/a.py', 'other/a.py', 'extraction-state.json']));
  });

  test('a link to outside does not reveal its target', async () => {
    const folder = realpathSync(folderWith(files));
    symlinkSync('/srv/secret-place/x', join(folder, 'out'));
    symlinkSync('../../secret-place/x', join(folder, 'app/up'));
    symlinkSync(join(folder, 'app/a.py'), join(folder, 'in'));
    const { stdout } = await scan(folder, '--detail', 'files');
    expect(stdout).not.toContain('secret-place');
    expect(stdout).not.toContain(folder);
    const links = JSON.parse(stdout).entries.filter(({ kind }: { kind: string }) => kind === 'symlink');
    expect(links).toEqual([
      { path: 'app/up', kind: 'symlink', outside: true },
      { path: 'in', kind: 'symlink', target: 'app/a.py' },
      { path: 'out', kind: 'symlink', outside: true },
    ]);
    const view = await scan(folder, '--format', 'terminal', '--ascii');
    expect(view.stdout).not.toContain('secret-place');
    expect(view.stdout).toContain('link to outside');
  });

  test('files with equal displayed names retain their language', async () => {
    const folder = folderWith({});
    for (const byte of [0xfe, 0xff]) {
      const name = Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([byte]), Buffer.from('.py')]);
      writeFileSync(name, 'def f():\n    return 1\n');
    }
    const { entries } = JSON.parse((await scan(folder)).stdout);
    expect(entries).toHaveLength(2);
    for (const { path, language, status } of entries) {
      expect(path).toMatch(/^a\ufffd~[0-9a-f]{8}\.py$/);
      expect({ language, status }).toEqual({ language: 'python', status: 'analyzed' });
    }
  });
});

test.each(NATIVE_MISSING === undefined ? ['portable', 'native'] : ['portable'])(
  'no export of an index by %s reveals the target of a link to outside',
  async (engine) => {
    const folder = folderWith(files);
    symlinkSync('/srv/secret-place/x', join(folder, 'out'));
    const db = join(folderWith({}), 'index.db');
    const indexed = await analyzer(['workspace', 'index', folder, '--db', db, '--engine', engine]);
    expect(indexed).toMatchObject({ code: 0 });
    expect(readFileSync(db).includes('secret-place')).toBe(false);
    for (const format of ['json', 'ndjson', 'dot', 'terminal']) {
      const { stdout } = await analyzer(['workspace', 'export', '--db', db, '--format', format]);
      expect(stdout.length).toBeGreaterThan(40);
      expect(stdout).not.toContain('secret-place');
      if (format === 'json') {
        const { entries } = JSON.parse(stdout);
        expect(entries).toEqual([expect.objectContaining({ path: 'out', kind: 'symlink', outside: true })]);
      }
    }
  },
);

test('a diff reports a file that became a link to outside, without its target', async () => {
  const [before, after] = [folderWith({ ...files, x: '1' }), folderWith(files)];
  symlinkSync('/srv/secret-place/x', join(after, 'x'));
  const flags = ['diff', before, after, '--format', 'json', '--profile', 'inventory'];
  const documents = [(await analyzer([...flags, '--engine', 'portable'])).stdout];
  if (NATIVE_MISSING === undefined) documents.push((await runChild(BUILT_HERE, flags)).stdout);
  for (const text of documents) {
    expect(text).not.toContain('secret-place');
    expect(JSON.parse(text).files).toEqual([
      expect.objectContaining({ change: 'removed' }),
      { change: 'added', after: { path: 'x', size: 0, outside: true } },
    ]);
  }
});
