import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@analyzer/contracts/analyzer.settings.v1/validate';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, type Ended, folderWith } from '../fixture.ts';

const file = (settings: object): string => JSON.stringify({ schema: 'analyzer.config.v1', ...settings });
const code = 'def f(a, b):\n    return [a + b, a - b, a * b]\n';
const project = { 'src/a.py': code, 'src/b.py': code, 'old/c.py': code };

async function scanned(cwd: string, ...args: string[]) {
  const { stdout, stderr } = await analyzer(['scan', '.', '--format', 'json', '--detail', 'files', ...args], { cwd });
  expect(stderr).toBe('');
  const { options, exclusions }: { options: { exclude: string[]; min_nodes: number }; exclusions: object[] } =
    JSON.parse(stdout);
  return { options, exclusions };
}

const failure = ({ code: exit, stderr }: Ended): [number | null, string] => [exit, stderr.split('\n')[0] ?? ''];

describe('analyzer.json of the working folder', () => {
  test.each(['portable', 'native'])('has the settings of a scan with the %s engine', async (engine) => {
    const cwd = folderWith({ ...project, 'analyzer.json': file({ exclude: ['old/'], min_nodes: 5, max_bytes: 10 }) });
    const { options } = await scanned(cwd, '--engine', engine);
    expect(options).toMatchObject({ exclude: ['old/'], min_nodes: 5, max_bytes: 10, profile: 'logic' });
  });

  test('is overridden by options, and globs of both are excluded', async () => {
    const cwd = folderWith({ ...project, 'analyzer.json': file({ exclude: ['old/'], min_nodes: 5 }) });
    const { options } = await scanned(cwd, '--min-nodes', '9', '--exclude', 'b.py');
    expect(options).toMatchObject({ exclude: ['old/', 'b.py'], min_nodes: 9 });
    expect((await scanned(cwd, '--all')).options).toMatchObject({ exclude: [], min_nodes: 5 });
  });

  test('has no effect with --no-config, and --config names another file', async () => {
    const cwd = folderWith({
      ...project,
      'analyzer.json': file({ min_nodes: 5 }),
      'team.json': file({ min_nodes: 7 }),
    });
    expect((await scanned(cwd, '--no-config')).options.min_nodes).toBe(12);
    expect((await scanned(cwd, '--config', 'team.json')).options.min_nodes).toBe(7);
  });

  test('has settings of check', async () => {
    const cwd = folderWith({
      ...project,
      'analyzer.json': file({ check: { min_nodes: 999, kinds: ['function-body'] } }),
    });
    expect((await scanned(cwd)).options.min_nodes).toBe(12);
    expect((await analyzer(['baseline'], { cwd })).code).toBe(0);
    const { stdout } = await analyzer(['check', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).options).toMatchObject({ min_nodes: 999, kinds: ['function-body'] });
    // A later change of the settings makes the baseline incomparable.
    writeFileSync(join(cwd, 'analyzer.json'), file({ min_nodes: 3 }));
    const changed = await analyzer(['check'], { cwd });
    expect(failure(changed)).toEqual([
      2,
      'analyzer: min_nodes of analyzer.json differs from the baseline: it was written with 999, not 3',
    ]);
  });

  test('is named as the source of a value that differs from the baseline, unless an option overrides it', async () => {
    const cwd = folderWith(project);
    expect((await analyzer(['baseline', '--min-nodes', '5', '--exclude', 'old/'], { cwd })).code).toBe(0);
    const sourceOf = async (settings: object, ...args: string[]) => {
      writeFileSync(join(cwd, 'analyzer.json'), file(settings));
      const [exit, line] = failure(await analyzer(['check', ...args], { cwd }));
      return [exit, line.replace(/^analyzer: (.*) differs from the baseline:.*/, '$1')];
    };
    expect(await sourceOf({ min_nodes: 7 })).toEqual([2, 'min_nodes of analyzer.json']);
    expect(await sourceOf({ min_nodes: 5, check: { min_nodes: 7 } })).toEqual([2, 'check.min_nodes of analyzer.json']);
    expect(await sourceOf({ min_nodes: 5 }, '--min-nodes', '7')).toEqual([2, '--min-nodes']);
    expect(await sourceOf({ min_block_nodes: 40 })).toEqual([2, 'min_block_nodes of analyzer.json']);
    expect(await sourceOf({ check: { min_near_nodes: 40 } })).toEqual([2, 'check.min_near_nodes of analyzer.json']);
    expect(await sourceOf({ exclude: ['old/'] }, '--exclude', 'b.py')).toEqual([
      2,
      'exclude of analyzer.json with --exclude',
    ]);
    expect(await sourceOf({ exclude: ['old/'], gitignore: false })).toEqual([2, 'gitignore of analyzer.json']);
  });

  test('lists the projects of an index and a map', async () => {
    const projects = [
      { id: 'one', path: 'src' },
      { id: 'two', path: 'old', min_nodes: 3 },
    ];
    const cwd = folderWith({ ...project, 'analyzer.json': file({ projects }) });
    const index = await analyzer(['workspace', 'index'], { cwd });
    expect(index).toMatchObject({ code: 0, stderr: '' });
    expect(index.stdout).toContain('Projects: 2 projects listed in analyzer.json.');
    const map = await analyzer(['map', '--no-cache'], { cwd });
    expect(map.stdout).toMatch(/^2 projects, 3 files/);
    writeFileSync(join(cwd, 'analyzer.json'), file({ projects: [{ id: 'one', path: 'nowhere' }] }));
    expect(await analyzer(['map'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^analyzer: analyzer\.json: \/projects\/0 no such folder: nowhere\n/),
    });
    expect(failure(await analyzer(['map', '--no-config'], { cwd }))).toEqual([
      2,
      'analyzer: no folder was given, and no configuration file lists projects',
    ]);
  });
});

describe('the file of another scanned folder', () => {
  const engines = ['portable', 'native'];
  const other = (settings: string): string =>
    folderWith({ 'p/src/a.py': code, 'p/old/b.py': code, 'p/analyzer.json': settings });
  const facts = async (cwd: string, ...args: string[]) => {
    const { code: exit, stdout, stderr } = await analyzer(['scan', 'p', '--format', 'json', ...args], { cwd });
    if (exit !== 0) return stderr.split('\n')[0];
    const { options, exclusions }: { options: object; exclusions: { path: string }[] } = JSON.parse(stdout);
    return { options, exclusions: exclusions.filter(({ path }) => path !== 'analyzer.json') };
  };

  test.each(engines)('excludes paths, and nothing else, with the %s engine', async (engine) => {
    const cwd = other(file({ exclude: ['old/'], min_nodes: 1, unknown: 7 }));
    const { options, exclusions } = Object(await facts(cwd, '--engine', engine));
    expect(options).toMatchObject({ exclude: [], min_nodes: 12 });
    expect(options).not.toHaveProperty('config');
    expect(exclusions).toEqual([{ path: 'old', kind: 'directory', reason: 'config', rule: 'old/' }]);
    const without = Object(await facts(cwd, '--engine', engine, '--no-config'));
    expect(without).toMatchObject({ options: { config: false }, exclusions: [] });
    expect(Object(await facts(cwd, '--engine', engine, '--all')).exclusions).toEqual([]);
  });

  test.each([
    [
      'a list that is a string',
      '{"schema": "analyzer.config.v1", "exclude": "x"}',
      'analyzer: analyzer.json: /exclude must be a list',
    ],
    [
      'a glob that is a number',
      '{"schema": "analyzer.config.v1", "exclude": [1]}',
      'analyzer: analyzer.json: /exclude/0 must be a glob',
    ],
    ['invalid JSON', '{"schema": "analyzer.config.v1",', 'analyzer: analyzer.json: invalid JSON on line 1'],
    [
      'a byte that is not UTF-8',
      '\ufeff{"schema": "analyzer.config.v1"} // \xff',
      'analyzer: analyzer.json: it is not UTF-8',
    ],
    [
      'an invalid glob',
      '{"schema": "analyzer.config.v1", "exclude": ["a", "[b"]}',
      "analyzer: analyzer.json /exclude/1: the glob '[b' has a class that is not closed within its segment",
    ],
    [
      'more than 1 MiB',
      `${' '.repeat(1 << 20)}{"schema": "analyzer.config.v1"}`,
      'analyzer: cannot read analyzer.json: larger than 1048576 bytes',
    ],
    [
      '100,000 nested lists',
      `{"schema": "analyzer.config.v1", "x": ${'['.repeat(100_000)}`,
      'analyzer: analyzer.json: nested more than 64 levels deep',
    ],
    ['the schema of another program', '{"schema": "eslint", "exclude": ["old/"]}', { exclusions: [] }],
    ['no schema', '{"note": "analyzer.config.v1", "exclude": ["old/"]}', { exclusions: [] }],
    ['invalid JSON without a schema', '[', { exclusions: [] }],
    ['no content', '', { exclusions: [] }],
  ])('with %s has the same result in both engines', async (_what, text, expected) => {
    const cwd = other('');
    writeFileSync(join(cwd, 'p/analyzer.json'), Buffer.from(text, 'latin1'));
    for (const engine of engines) {
      const found = await facts(cwd, '--engine', engine);
      if (typeof expected === 'string') expect(found).toBe(expected);
      else expect(found).toMatchObject(expected);
    }
  });

  test('has no effect if it is a link or a FIFO', async () => {
    const cwd = folderWith({ 'p/a.py': code, 'other.json': file({ exclude: ['a.py'] }) });
    symlinkSync('../other.json', join(cwd, 'p/analyzer.json'));
    for (const engine of engines) expect(await facts(cwd, '--engine', engine)).toMatchObject({ exclusions: [] });
    rmSync(join(cwd, 'p/analyzer.json'));
    execFileSync('mkfifo', [join(cwd, 'p/analyzer.json')]);
    for (const engine of engines) expect(await facts(cwd, '--engine', engine)).toMatchObject({ exclusions: [] });
  });

  test.each(engines)('applies to a revision too, as that revision has it, with the %s engine', async (engine) => {
    const cwd = folderWith({ 'a.py': code, 'old/b.py': code, 'analyzer.json': file({ exclude: ['old/'] }) });
    commitAll(cwd);
    writeFileSync(join(cwd, 'analyzer.json'), file({}));
    const { stdout } = await analyzer(['diff', 'HEAD:.', '.', '--format', 'json', '--engine', engine], { cwd });
    const { files }: { files: { change: string; after?: { path: string } }[] } = JSON.parse(stdout);
    expect(JSON.stringify(files)).toContain('old/b.py');
  });
});

describe('globs of classes', () => {
  test.each(['portable', 'native'])('are options and settings, with the %s engine', async (engine) => {
    const cwd = folderWith({
      'checks/a.py': code,
      'src/b.made.py': code,
      'analyzer.json': file({ test_globs: ['checks/'] }),
    });
    const args = ['scan', '.', '--format', 'json', '--engine', engine, '--generated-glob', '*.made.py'];
    const { options, entries } = JSON.parse((await analyzer(args, { cwd })).stdout);
    expect(options).toMatchObject({ test_globs: ['checks/'], generated_globs: ['*.made.py'] });
    const classes = entries.filter(({ kind }: { kind: string }) => kind === 'file');
    expect(classes).toMatchObject([
      { path: 'checks/a.py', is_test: true },
      { path: 'src/b.made.py', is_generated: true },
    ]);
    const invalid = await analyzer(['scan', '.', '--engine', engine, '--test-glob', '[a'], { cwd });
    expect(failure(invalid)).toEqual([
      2,
      "analyzer: --test-glob: the glob '[a' has a class that is not closed within its segment",
    ]);
  });
});

describe('a configuration file that cannot be used', () => {
  test.each([
    ['an unknown property', file({ min_node: 3 }), '/min_node is not a known property'],
    ['a number below its range', file({ min_nodes: 0 }), '/min_nodes must be >= 1'],
    ['a size of copies below its range', file({ min_near_nodes: 11 }), '/min_near_nodes must be >= 12'],
    [
      'an invalid glob',
      file({ exclude: ['a', '[b'] }),
      "/exclude/1 exclude: the glob '[b' has a class that is not closed within its segment",
    ],
    [
      'a source root outside of the project',
      file({ source_roots: ['../x'] }),
      '/source_roots/0 --source-root ../x is not below the root',
    ],
    [
      'an unknown kind',
      file({ kinds: ['same'] }),
      '/kinds/0 must be function-body or function-shape or near or block or block-shape',
    ],
    ['an unclosed object', '{', "invalid JSON: Expected property name or '}' in JSON at position 1"],
    ['1,000,000 nested lists', '['.repeat(1_000_000), 'invalid JSON: Unexpected end of JSON input'],
    ['a byte that is not UTF-8', '\xff', 'invalid JSON'],
  ])('with %s stops the command with the location', async (_what, text, problem) => {
    const cwd = folderWith(project);
    writeFileSync(join(cwd, 'analyzer.json'), Buffer.from(text, 'latin1'));
    const [exit, line] = failure(await analyzer(['scan', '.'], { cwd }));
    expect(exit).toBe(2);
    expect(line).toContain(`analyzer: analyzer.json: ${problem}`);
  });

  test('of another program has no effect, which stderr says', async () => {
    const cwd = folderWith({ ...project, 'analyzer.json': '{"analyzer": {"rules": []}}' });
    const { code: exit, stderr } = await analyzer(['scan', '.'], { cwd });
    expect(exit).toBe(0);
    expect(stderr).toMatch(/^analyzer\.json has no effect: its "schema" is not "analyzer\.config\.v1"\./);
    expect((await analyzer(['scan', '.', '--no-config'], { cwd })).stderr).toBe('');
    expect(failure(await analyzer(['scan', '.', '--config', 'analyzer.json'], { cwd }))[0]).toBe(2);
  });

  test('is named if it is missing, a link or a folder', async () => {
    const cwd = folderWith({ ...project, 'team.json': file({}), 'folder/x': '' });
    expect(failure(await analyzer(['scan', '.', '--config', 'no.json'], { cwd }))).toEqual([
      3,
      'analyzer: no such configuration file: no.json',
    ]);
    expect(failure(await analyzer(['scan', '.', '--config', 'folder'], { cwd }))[0]).not.toBe(0);
    symlinkSync('team.json', join(cwd, 'analyzer.json'));
    expect(failure(await analyzer(['scan', '.'], { cwd }))[1]).toContain('it is a symbolic link');
    expect((await analyzer(['scan', '.', '--config', 'analyzer.json'], { cwd })).code).toBe(0);
  });
});

describe('analyzer config', () => {
  const cwd = (settings: object): string => folderWith({ 'analyzer.json': file(settings) });
  const settingsOf = async (folder: string, ...args: string[]) => {
    const settings: unknown = JSON.parse(
      (await analyzer(['config', '--format', 'json', ...args], { cwd: folder })).stdout,
    );
    if (!validate(settings)) throw new Error(JSON.stringify(validate.errors));
    return settings;
  };

  test('shows each setting and where it is from', async () => {
    const folder = cwd({
      exclude: ['old/'],
      min_nodes: 5,
      min_block_nodes: 40,
      check: { cycles: 'all', min_near_nodes: 60 },
      projects: [{ id: 'x', path: 'p' }],
    });
    const { code: exit, stdout } = await analyzer(['config', '--exclude', 'b.py', '--max-bytes', '7'], { cwd: folder });
    expect(exit).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "Configuration file: analyzer.json

      Settings:
        profile                logic           default
        all                    no              default
        gitignore              yes             default
        exclude                old/            configuration file and option
                               b.py
        test_globs             none            default
        generated_globs        none            default
        source_roots           none            default
        max_bytes              7               option
        min_nodes              5               configuration file
        min_near_nodes         30              default
        min_block_nodes        40              configuration file
        min_block_shape_nodes  50              default
        kinds                  function-body   default
                               function-shape
                               near
                               block
                               block-shape
        without                none            default

      Only in check and baseline:
        cycles                 all  configuration file
        min_near_nodes         60   configuration file

      Projects of workspace index and map: x
      "
    `);
  });

  test('shows where a value is from that another setting implies or disables', async () => {
    const origins = async (settings: object, ...args: string[]) =>
      Object.fromEntries((await settingsOf(cwd(settings), ...args)).settings.map(({ name, from }) => [name, from]));
    const all = { all: true, exclude: ['old/'] };
    expect(await origins(all)).toMatchObject({ all: 'file', exclude: 'file', profile: 'file', gitignore: 'file' });
    expect(await origins(all, '--all')).toMatchObject({ all: 'option', exclude: 'default', gitignore: 'option' });
    expect(await origins(all, '--all', '--exclude', 'b')).toMatchObject({ all: 'option', exclude: 'option' });
    expect(await origins(all, '--exclude', 'b')).toMatchObject({ all: 'file', exclude: 'file+option' });
  });

  test('is the same as JSON', async () => {
    const { settings, check, ...rest } = await settingsOf(cwd({ kinds: ['near'] }), '--profile', 'inventory');
    expect(rest).toEqual({ schema: 'analyzer.settings.v1', file: 'analyzer.json', projects: [] });
    expect(settings.filter(({ from }) => from !== 'default')).toEqual([
      { name: 'profile', value: 'inventory', from: 'option' },
      { name: 'kinds', value: ['near'], from: 'file' },
    ]);
    expect(check).toEqual([{ name: 'cycles', value: 'load', from: 'default' }]);
  });

  test('says that there is no file', async () => {
    const { stdout } = await analyzer(['config'], { cwd: folderWith({}) });
    expect(stdout).toMatch(/^No configuration file is in force\.\n/);
  });
});
