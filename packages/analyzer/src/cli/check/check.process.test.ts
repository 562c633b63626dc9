import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.check.v1/validate';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const goldens = fileURLToPath(new URL('../../../../../fixtures/cli/', import.meta.url));

const add = (name: string) =>
  `def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n`;
const project = { 'app/one.py': add('one'), 'app/two.py': add('two'), 'app/x.py': 'import app.y\n', 'app/y.py': '' };
const BASELINE = 'analyzer.baseline.json';

function committed(files: Record<string, string>): string {
  const folder = folderWith(files);
  commitAll(folder);
  return folder;
}

test.each(['check', 'baseline'])('help.%s.txt', async (command) => {
  const { code, stdout } = await analyzer([command, '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(join(goldens, `help.${command}.txt`));
});

test('a baseline allows present copies and cycles, and check fails on a new copy and a new cycle', async () => {
  const cwd = folderWith(project);
  const first = await analyzer(['baseline'], { cwd });
  expect(first).toEqual({
    code: 0,
    stderr: '',
    stdout: `${BASELINE} allows 1 group of 2 copies and 0 import cycles\n`,
  });
  expect((await analyzer(['check'], { cwd })).code).toBe(0);
  writeFileSync(join(cwd, 'app/three.py'), add('three'));
  writeFileSync(join(cwd, 'app/y.py'), 'import app.x\n');
  const { code, stdout } = await analyzer(['check'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('    + app/three.py:1  three\n');
  expect(stdout).toContain('app/x.py → app/y.py → app/x.py');
  expect(readdirSync(cwd).sort()).toEqual([BASELINE, 'app']);
});

test('a cycle that closes only through imports that do not run at load fails with --cycles all', async () => {
  const cwd = folderWith({ 'x.ts': "import type { y } from './y';\n", 'y.ts': '', 'z.py': 'import w\n', 'w.py': '' });
  const all = ['--cycles', 'all'];
  await analyzer(['baseline'], { cwd });
  writeFileSync(join(cwd, 'y.ts'), "export { x } from './x';\n");
  writeFileSync(join(cwd, 'w.py'), 'def late():\n    import z\n');
  expect((await analyzer(['check'], { cwd })).code).toBe(0);
  const { code, stdout } = await analyzer(['check', ...all], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('x.ts → y.ts → x.ts');
  expect(stdout).toContain('w.py → z.py → w.py');
  await analyzer(['baseline', '--accept', 'all', ...all], { cwd });
  expect((await analyzer(['check', ...all], { cwd })).code).toBe(0);
});

test('--without tests ignores copies that only tests have, and says so', async () => {
  const cwd = folderWith({ 'one.py': add('one') });
  await analyzer(['baseline'], { cwd });
  writeFileSync(join(cwd, 'test_one.py'), add('two'));
  expect((await analyzer(['check'], { cwd })).code).toBe(1);
  const { code, stdout } = await analyzer(['check', '--without', 'tests,generated'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('1 finding only in tests, generated not counted\n');
  const json = await analyzer(['check', '--without', 'all', '--format', 'json'], { cwd });
  const document = JSON.parse(json.stdout);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(document).toMatchObject({ summary: { findings: 0 }, ignored: { findings: 1, classes: { length: 6 } } });
  // The same for all runs, which the option overrides.
  const settings = { schema: 'analyzer.config.v1', check: { without: ['tests'] } };
  writeFileSync(join(cwd, 'analyzer.json'), JSON.stringify(settings));
  expect((await analyzer(['check'], { cwd })).code).toBe(0);
  expect((await analyzer(['check', '--without', 'generated'], { cwd })).code).toBe(1);
  expect(await analyzer(['check', '--without', 'test'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Classes are tests, vendored'),
  });
});

test('a copied configuration of a tool does not count unless other classes are left out', async () => {
  const settings = `import { defineConfig } from 'vite';
import { resolve } from 'node:path';

export default defineConfig(({ mode }) => {
  const isProduction = mode === 'production';
  if (isProduction) console.log('building for production');
  return {
    build: { outDir: 'dist', sourcemap: !isProduction, rollupOptions: { external: ['react'] } },
    resolve: { alias: { '@': resolve(import.meta.dirname, 'src') } },
    server: { port: 3000, proxy: { '/api': 'http://localhost:8080' } },
  };
});
`;
  const cwd = folderWith({ 'a/vite.config.ts': settings });
  await analyzer(['baseline'], { cwd });
  mkdirSync(join(cwd, 'b'));
  writeFileSync(join(cwd, 'b/vite.config.ts'), settings);
  const left = await analyzer(['check'], { cwd });
  expect(left).toMatchObject({ code: 0, stdout: expect.stringContaining('generated, configuration not counted') });
  expect((await analyzer(['check', '--without', 'generated'], { cwd })).code).toBe(1);
});

test('a small function that is only renamed counts with --include small or the setting', async () => {
  const delegate = (name: string, to: string) =>
    `def ${name}(self, key, value):\n    return self.${to}(key, value, 1)\n`;
  const cwd = folderWith({ 'a.py': delegate('a', 'open') });
  await analyzer(['baseline'], { cwd });
  writeFileSync(join(cwd, 'b.py'), delegate('b', 'close'));
  const left = await analyzer(['check'], { cwd });
  expect(left.code).toBe(0);
  expect(left.stdout).toContain('1 apart: 1 small; --include small counts them\n');
  const { stdout } = await analyzer(['check', '--format', 'json'], { cwd });
  expect(validate(JSON.parse(stdout))).toBe(true);
  expect(JSON.parse(stdout)).toMatchObject({ small_findings: 1, apart_findings: { small: 1, data: 0 }, groups: [] });
  expect((await analyzer(['check', '--include', 'small'], { cwd })).code).toBe(1);
  writeFileSync(join(cwd, 'analyzer.json'), '{"schema":"analyzer.config.v1","check":{"include":["small"]}}');
  const counted = await analyzer(['check', '--format', 'json'], { cwd });
  expect(counted.code).toBe(1);
  const id: string = JSON.parse(counted.stdout).groups[0].id;
  expect((await analyzer(['baseline', '--accept', id], { cwd })).code).toBe(0);
  expect((await analyzer(['check'], { cwd })).code).toBe(0);
});

test('moved, renamed and reformatted code passes', async () => {
  const cwd = folderWith({ ...project, 'app/y.py': 'import app.x\n' });
  await analyzer(['baseline'], { cwd });
  renameSync(join(cwd, 'app'), join(cwd, 'lib'));
  writeFileSync(join(cwd, 'lib/one.py'), `# moved\n\n${add('first')}`);
  writeFileSync(join(cwd, 'lib/x.py'), 'import lib.y\n');
  writeFileSync(join(cwd, 'lib/y.py'), 'import lib.x\n');
  expect(await analyzer(['check'], { cwd })).toMatchObject({ code: 0, stderr: '' });
});

test('a baseline only shrinks, unless a finding is accepted by its id', async () => {
  const cwd = folderWith({ ...project, 'app/three.py': add('three') });
  const text = () => readFileSync(join(cwd, BASELINE), 'utf8');
  await analyzer(['baseline'], { cwd });
  const full = text();
  writeFileSync(join(cwd, 'app/four.py'), add('four'));
  const refused = await analyzer(['baseline'], { cwd });
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('Not added: 1 group with more copies') });
  expect(text()).toBe(full);

  const [{ id, listed_as }] = JSON.parse((await analyzer(['check', '--format', 'json'], { cwd })).stdout).groups;
  expect(await analyzer(['baseline', '--accept', 'g_0'], { cwd })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no such finding: g_0'),
  });
  expect((await analyzer(['baseline', '--accept', id], { cwd })).code).toBe(0);
  expect(JSON.parse(text()).groups).toMatchObject([{ id: listed_as, copies: { length: 4 } }]);

  for (const name of ['one', 'four']) rmSync(join(cwd, `app/${name}.py`));
  const note = await analyzer(['check'], { cwd });
  expect(note).toMatchObject({ code: 0, stdout: expect.stringContaining('Update the baseline: analyzer baseline\n') });
  const shrunk = await analyzer(['baseline'], { cwd });
  expect(shrunk.stdout).toContain('1 group of 2 copies and 0 import cycles (before: 1 group of 4 copies');
  writeFileSync(join(cwd, 'app/one.py'), add('one'));
  expect((await analyzer(['check'], { cwd })).code).toBe(1);
  expect((await analyzer(['baseline', '--accept', 'all'], { cwd })).code).toBe(0);
  expect((await analyzer(['check'], { cwd })).code).toBe(0);
});

describe('against a revision', () => {
  test('finds added copies, committed or not, as with a baseline of the revision', async () => {
    const cwd = committed(project);
    expect((await analyzer(['check', '--against', 'main'], { cwd })).code).toBe(0);
    await analyzer(['baseline'], { cwd });
    git(cwd, 'switch', '-q', '-c', 'more');
    writeFileSync(join(cwd, 'app/three.py'), add('three'));
    commitAll(cwd);
    writeFileSync(join(cwd, 'app/y.py'), 'import app.x\n');
    const of = async (...args: string[]) => {
      const { code, stdout } = await analyzer(['check', '--format', 'json', ...args], { cwd });
      expect(code).toBe(1);
      const document = JSON.parse(stdout);
      expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
      const { against, runtime, ...rest } = document;
      return { against, rest };
    };
    const revision = await of('--against', 'main');
    expect(revision.against.revision.written).toBe('main:.');
    expect(revision.rest).toEqual((await of()).rest);
    expect((await of('app', '--against', 'main')).rest.groups[0].occurrences[0].path).toBe('three.py');
    expect((await of('app', '--against', 'main:app')).rest.root).toBe('app');
  });

  test('rejects a missing revision, and a revision together with a baseline', async () => {
    const cwd = committed(project);
    expect(await analyzer(['check', '--against', 'gone'], { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no such revision: gone:.'),
    });
    expect((await analyzer(['check', '--against', 'main', '--baseline', BASELINE], { cwd })).code).toBe(2);
    const outside = folderWith(project);
    expect((await analyzer(['check', '--against', 'main'], { cwd: outside })).code).toBe(3);
  });
});

test.each(['portable', 'native'])(
  'an edit that makes two functions similar is counted, by the %s engine',
  async (engine) => {
    const written = (name: string, variants: string) =>
      `def ${name}(items, limit, found):\n${[...variants]
        .map((it, at) => `    value${at} = items.${it}${at}(limit, found['${it}${at}'], '${it} ${at}') + limit\n`)
        .map((line, at) => (at % 4 === 3 ? `    if limit > ${at}:\n    ${line}` : line))
        .join('')}    return found\n`;
    const cwd = committed({ 'a.py': written('one', 'a'.repeat(16)), 'b.py': written('two', 'ab'.repeat(8)) });
    writeFileSync(join(cwd, 'b.py'), written('two', 'abababaaababaaba'));
    const args = ['check', '--against', 'main', '--engine', engine];
    const terminal = await analyzer(args, { cwd });
    const note = 'not counted: only declarations that existed before were edited';
    expect(terminal).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(note) });
    expect((await analyzer([...args, '--format', 'markdown'], { cwd })).stdout).toContain(note);
    const json = JSON.parse((await analyzer([...args, '--format', 'json'], { cwd })).stdout);
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
    expect(json).toMatchObject({ edited_findings: expect.any(Number), groups: [] });
    writeFileSync(join(cwd, 'c.py'), written('three', 'abababaaababaaba'));
    expect((await analyzer(args, { cwd })).code).toBe(1);
  },
);

test('writes every format, with paths relative to the current folder', async () => {
  const cwd = folderWith(project);
  await analyzer(['baseline', 'app', '--baseline', 'app.json'], { cwd });
  mkdirSync(join(cwd, 'app/new'));
  writeFileSync(join(cwd, 'app/new/three.py'), add('three'));
  const args = ['check', 'app', '--baseline', 'app.json', '--format'];
  const github = await analyzer([...args, 'github'], { cwd });
  expect(github.stdout).toMatch(/^::error file=app\/new\/three\.py,line=1,endLine=4,title=check\/more-copies::three: /);
  const sarif = await analyzer([...args, 'sarif', '-o', 'x.sarif'], { cwd });
  expect(sarif).toEqual({ code: 1, stdout: '', stderr: '' });
  const [{ results }] = JSON.parse(readFileSync(join(cwd, 'x.sarif'), 'utf8')).runs;
  expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('app/new/three.py');
  expect((await analyzer(args.slice(0, -1), { cwd })).stdout).toContain(
    'analyzer baseline app --baseline app.json --accept g_',
  );
  expect((await analyzer([...args, 'markdown'], { cwd })).stdout).toContain('- `new/three.py:1` three new\n');
  expect((await analyzer([...args, 'json', '-o', 'x.sarif'], { cwd })).code).toBe(2);
});

test('an edited copy is found with its original and the differing lines', async () => {
  const body = (limit: number) =>
    [
      'rows):',
      '    total = 0',
      '    names = []',
      '    for row in rows:',
      "        if row.kind == 'skip':",
      '            continue',
      '        names.append(row.name.strip())',
      '        total += row.size * row.factor',
      `    if total > ${limit}:`,
      "        raise ValueError('too large')",
      '    return total, names',
      '',
    ].join('\n');
  const cwd = committed({ 'shop/cart.py': `def total(${body(10)}` });
  writeFileSync(join(cwd, 'shop/order.py'), `LIMIT = 20\n\ndef cost(${body(20)}`);
  const against = ['check', '--against', 'main'];
  const terminal = await analyzer(against, { cwd });
  expect(terminal).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      [
        '2 copies, 11 lines each, similar',
        '    + shop/order.py:3  cost (edited 89 %)',
        '      shop/cart.py:1  total',
      ].join('\n'),
    ),
  });
  expect(terminal.stdout).toContain(
    [
      '      - shop/cart.py:1',
      '      + shop/order.py:3',
      '        - def total(rows):',
      '        + def cost(rows):',
      '              total = 0',
      '                  total += row.size * row.factor',
      '        -     if total > 10:',
      '        +     if total > 20:',
      "                  raise ValueError('too large')",
      '',
    ].join('\n'),
  );
  const markdown = await analyzer([...against, '--format', 'markdown'], { cwd });
  expect(markdown.stdout).toContain('```diff\n--- shop/cart.py:1\n+++ shop/order.py:3\n');
  const sarif = await analyzer([...against, '--format', 'sarif'], { cwd });
  const [{ results }] = JSON.parse(sarif.stdout).runs;
  expect(results[0].relatedLocations[0]).toMatchObject({
    message: { text: 'total' },
    physicalLocation: { artifactLocation: { uri: 'shop/cart.py' }, region: { startLine: 1, endLine: 11 } },
  });
});

describe('an unusable baseline is reported with the remedy', () => {
  const baseline = async (change: (document: Record<string, unknown>) => unknown): Promise<string> => {
    const cwd = folderWith(project);
    await analyzer(['baseline', '--min-nodes', '15', '--exclude', 'old/'], { cwd });
    const path = join(cwd, BASELINE);
    const text = change(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
    return cwd;
  };

  test.each([
    ['<<<<<<< ours', 'invalid JSON', 'conflict'],
    ['{"schema":"analyzer.manifest-baseline.v1","problems":[]}', 'it is not a baseline', 'write it again'],
    ['{"schema":"analyzer.baseline.v1","groups":[]}', 'it has the format analyzer.baseline.v1', 'write it again'],
  ])('%s', async (text, problem, remedy) => {
    const cwd = await baseline(() => text);
    for (const command of ['check', 'baseline']) {
      const { code, stderr } = await analyzer([command], { cwd });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
      expect(stderr).toContain(remedy);
    }
    expect(readFileSync(join(cwd, BASELINE), 'utf8')).toBe(text);
  });

  test('fingerprints of another version, until it is written again', async () => {
    const cwd = await baseline((document) => ({ ...document, fingerprint: 99 }));
    const { code, stderr } = await analyzer(['check'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('have version 99') });
    expect((await analyzer(['baseline'], { cwd })).code).toBe(2);
    expect((await analyzer(['baseline', '--accept', 'all'], { cwd })).code).toBe(0);
    expect((await analyzer(['check'], { cwd })).code).toBe(0);
  });

  test('a duplicate group after a merge', async () => {
    const cwd = await baseline((document) => {
      const { groups } = document;
      return { ...document, groups: Array.isArray(groups) ? [...groups, ...groups] : [] };
    });
    const { code, stderr } = await analyzer(['check'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/lists g_\w{20} twice/) });
  });

  test('the options of the baseline are used; other options are refused', async () => {
    const cwd = await baseline((document) => document);
    const { stdout } = await analyzer(['check', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).options).toMatchObject({ min_nodes: 15, exclude: ['old/'] });
    expect((await analyzer(['check', '--min-nodes', '15'], { cwd })).code).toBe(0);
    for (const command of ['check', 'baseline']) {
      const { code, stderr } = await analyzer([command, '--min-nodes', '30'], { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('--min-nodes differs from the baseline: it was written with 15, not 30'),
      });
    }
    const near = await analyzer(['check', '--min-near', '40'], { cwd });
    expect(near.stderr).toContain('--min-near differs from the baseline: it was written with 30, not 40');
    expect(near.stderr).toContain('write the baseline again: analyzer baseline --accept all');
    expect((await analyzer(['check', '--min-near', '30'], { cwd })).code).toBe(0);
    const tests = await analyzer(['check', '--test-glob', 'spec/'], { cwd });
    expect(tests.stderr).toContain('--test-glob differs from the baseline: it was written with none, not spec/');
    expect((await analyzer(['baseline', '--accept', 'all', '--min-nodes', '30'], { cwd })).code).toBe(0);
    const { options } = JSON.parse(readFileSync(join(cwd, BASELINE), 'utf8'));
    expect(options).toMatchObject({ min_nodes: 30, exclude: ['old/'] });
  });

  test('a missing baseline, and a folder', async () => {
    const cwd = folderWith({ ...project, 'folder/x': '' });
    expect(await analyzer(['check'], { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('analyzer baseline writes it'),
    });
    expect((await analyzer(['baseline', '--accept', 'g_0'], { cwd })).code).toBe(3);
    expect(readdirSync(cwd)).not.toContain(BASELINE);
    expect((await analyzer(['check', '--baseline', 'folder'], { cwd })).code).toBe(3);
    expect((await analyzer(['baseline', '--baseline', 'gone/x.json'], { cwd })).code).toBe(70);
  });
});

test('the original of an edited copy is the listed copy with the fewest differences, not the largest one', async () => {
  const body = (own: string) =>
    `rows):\n    total = 0\n    names = []\n    for row in rows:\n        if row.size < 0 or row.kind in SKIPPED:\n            continue\n        names.append(row.name.strip())\n        total += row.size * row.factor\n    names.sort(key=lambda it: it.lower())\n${own}    return total, names\n`;
  const large = body("    if total > 100:\n        raise ValueError('too large')\n    log(total, names)\n");
  const cwd = committed({ 'large.py': `def large(${large}`, 'small.py': `def small(${body('    check(total)\n')}` });
  writeFileSync(join(cwd, 'copy.py'), `def copy(${body('    check(names)\n')}`);
  const { code, stdout } = await analyzer(['check', '--against', 'main'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('large.py:1  large\n');
  expect(stdout).toContain('      - small.py:1\n      + copy.py:1\n');
});

test('--strict ends with 2 if a file is not completely analyzed, before a baseline is written', async () => {
  const cwd = folderWith({ ...project, 'app/bad.py': 'def (:\n' });
  expect((await analyzer(['baseline', '--strict'], { cwd })).code).toBe(2);
  expect(readdirSync(cwd)).toEqual(['app']);
  await analyzer(['baseline'], { cwd });
  expect(await analyzer(['check'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('could not be analyzed completely'),
  });
  expect((await analyzer(['check', '--strict'], { cwd })).code).toBe(2);
});

test('a parse cache changes nothing but runtime', async () => {
  const cwd = folderWith(project);
  await analyzer(['baseline', '--cache-dir', 'cache'], { cwd });
  const { stdout } = await analyzer(['check', '--cache-dir', 'cache', '--format', 'json'], { cwd });
  const { runtime, summary } = JSON.parse(stdout);
  expect(runtime.cache).toMatchObject({ hits: 4, misses: 0 });
  expect(summary.findings).toBe(0);
});

test('--max-share fails without a baseline, and against a revision only if the change added repeated lines', async () => {
  const long = (name: string) => add(name) + add(`${name}_of`).replaceAll('a', 'x').replace('if', 'while');
  const cwd = committed({ 'a.py': long('one'), 'b.py': long('two'), 'c.py': 'def c(x):\n    return x\n' });
  const alone = await analyzer(['check', '--max-share', '5'], { cwd });
  expect(alone.code).toBe(1);
  expect(alone.stdout).toContain('at most 5 % allowed');
  expect((await analyzer(['check', '--max-share', '100', '--max-share', 'tests=0'], { cwd })).code).toBe(0);
  rmSync(join(cwd, 'c.py'));
  const against = ['check', '--against', 'main', '--max-share', '5'];
  const fewer = await analyzer([...against, '--format', 'json'], { cwd });
  expect(fewer.code).toBe(0);
  expect(validate(JSON.parse(fewer.stdout)), JSON.stringify(validate.errors)).toBe(true);
  expect(JSON.parse(fewer.stdout)).toMatchObject({ summary: { shares: 0 }, share: { exceeded: [] } });
  writeFileSync(join(cwd, 'd.py'), long('three'));
  const json = JSON.parse((await analyzer([...against, '--format', 'json'], { cwd })).stdout);
  expect(json).toMatchObject({
    summary: { shares: 1 },
    share: { exceeded: [{ percent: 5, files: 'product', folder: '' }] },
  });
  const wrong = await analyzer(['check', '--max-share', 'much'], { cwd });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('tests=20') });
});

test('--summary writes a comment besides the report, and --show the copies side by side in the terminal only', async () => {
  const cwd = folderWith({ 'a.py': add('one') });
  expect((await analyzer(['baseline'], { cwd })).code).toBe(0);
  writeFileSync(join(cwd, 'b.py'), add('two'));
  const { code: exit, stdout } = await analyzer(['check', '--show', '--summary', 'comment.md'], { cwd });
  expect(exit).toBe(1);
  expect(stdout).toMatch(/def two\(a, b\): +\| def one\(a, b\):\n/);
  const comment = readFileSync(join(cwd, 'comment.md'), 'utf8');
  expect(comment).toMatch(/^<!-- analyzer-check /);
  expect(comment).toContain('| product code | 0.0 % of 8 lines |');
  expect(comment).toContain('`b.py:1` two');
  expect((await analyzer(['check', '--summary', 'comment.md'], { cwd })).code).toBe(2);
  expect(await analyzer(['check', '--show', '--format', 'json'], { cwd })).toMatchObject({ code: 2 });
});
