import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.graph.v1/validate';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/${name}`, import.meta.url));

/** A folder with three projects that share functions. */
function folderWithProjects(): string {
  const folder = folderWith({});
  cpSync(golden('export/projects'), join(folder, 'projects'), { recursive: true });
  return folder;
}

test.each([
  ['help.map.txt', ['map', '--help']],
  ['help.workspace-export.txt', ['workspace', 'export', '--help']],
])('%s', async (name, args) => {
  const { code, stdout } = await analyzer(args);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden(`cli/${name}`));
});

describe('map', () => {
  test('indexes, writes the page, lists groups, and reports that the file contains source', async () => {
    const cwd = folderWithProjects();
    const { code, stdout, stderr } = await analyzer(['map', 'projects', '--no-cache'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout.replace(/\(\d+ kB\)/, '(… kB)')).toMatchFileSnapshot(golden('export/map.txt'));
    expect(readFileSync(join(cwd, 'analyzer-map.html'), 'utf8')).toMatch(/^<!-- analyzer-map/);
    expect(existsSync(join(cwd, 'projects/.analyzer/index.db'))).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(['analyzer-map.html', 'projects']);
  });

  test('reports incompletely analyzed files, and declared workspaces unless they are split off', async () => {
    const cwd = folderWith({
      'p/mono/package.json': '{"workspaces": ["packages/*"]}',
      'p/mono/packages/x/package.json': '{}',
      'p/mono/packages/x/x.py': 'def broken(:\n',
    });
    const map = (...args: string[]) => analyzer(['map', 'p', '--no-source', ...args], { cwd });
    const { stdout } = await map();
    expect(stdout).toContain(
      '\nNot completely analyzed: partial 1.\nDeclared workspaces: mono (1); --split-workspaces',
    );
    expect((await map('--split-workspaces')).stdout).not.toContain('Declared workspaces');
  });

  test('several folders are one project each, and one folder is analyzed completely', async () => {
    const cwd = folderWith({ 'a/x/package.json': '{}', 'a/x/x.py': '', 'a/a.py': '', 'b/b.py': '', 'c/c.py': '' });
    const labelsOf = async (...folders: string[]) => {
      const { stdout } = await analyzer(['map', ...folders, '--db', 'i.db', '--replace'], { cwd });
      const nodes = await analyzer(['workspace', 'query', '--operation', 'projects', '--db', 'i.db'], { cwd });
      return { labels: nodes.stdout.match(/(?<="project":")[^"]+/g), origin: /^Projects: (.*)$/m.exec(stdout)?.[1] };
    };
    expect(await labelsOf('a', 'b', 'c')).toEqual({
      labels: ['a', 'b', 'c'],
      origin: 'each of the 3 folders is one.',
    });
    expect(await labelsOf('a')).toEqual({
      labels: ['a', 'x'],
      origin: '1 project found in a by markers such as package.json; a has the files outside of them.',
    });
  });

  test('replaces an earlier map, but no other file', async () => {
    const cwd = folderWithProjects();
    const page = join(cwd, 'analyzer-map.html');
    writeFileSync(page, '<!-- analyzer-map v1 --> old');
    expect((await analyzer(['map', 'projects', '--no-source'], { cwd })).code).toBe(0);
    expect(readFileSync(page, 'utf8')).not.toMatch(/--> old$/);
    const named = await analyzer(['map', 'projects', '-o', 'analyzer-map.html'], { cwd });
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') });
    writeFileSync(page, 'mine');
    expect((await analyzer(['map', 'projects'], { cwd })).code).toBe(2);
    expect(readFileSync(page, 'utf8')).toBe('mine');
  });

  test('does not follow a link to an earlier map', async () => {
    const cwd = folderWithProjects();
    writeFileSync(join(cwd, 'elsewhere.html'), '<!-- analyzer-map v1 --> old');
    symlinkSync('elsewhere.html', join(cwd, 'analyzer-map.html'));
    expect((await analyzer(['map', 'projects'], { cwd })).code).toBe(2);
    expect(readFileSync(join(cwd, 'elsewhere.html'), 'utf8')).toContain('old');
  });
});

describe('workspace export', () => {
  test('writes the complete graph to stdout, and the page only into a new file', async () => {
    const cwd = folderWithProjects();
    await analyzer(['workspace', 'index', 'projects', '--discover', '--db', 'i.db'], { cwd });
    const run = (...args: string[]) => analyzer(['workspace', 'export', '--db', 'i.db', ...args], { cwd });
    const graph = JSON.parse((await run('--format', 'json')).stdout);
    expect(validate(graph), JSON.stringify(validate.errors)).toBe(true);
    const terminal = await run('--limit', '1');
    expect(terminal.stdout).toContain(
      '3 more groups not shown: above the limit, or apart (tests and other classes, small, data)',
    );
    expect(await run('--format', 'html')).toMatchObject({ code: 2, stdout: '' });
    const page = await run('--format', 'html', '-o', 'page.html', '--no-source');
    expect(page).toMatchObject({ code: 0, stderr: expect.stringContaining('it contains no source text') });
    expect(await run('--format', 'html', '-o', 'page.html')).toMatchObject({ code: 2 });
  });

  test('reports a missing index', async () => {
    const { code, stderr } = await analyzer(['workspace', 'export', '--db', 'none.db']);
    expect({ code, named: stderr.includes('none.db') }).toEqual({ code: 3, named: true });
  });
});
