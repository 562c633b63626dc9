import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@analyzer/contracts/analyzer.settings.v1/validate';
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

  test('has settings of the gate', async () => {
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
    expect(failure(await analyzer(['map', '--no-config'], { cwd }))).toEqual([
      2,
      'analyzer: no folder was given, and no configuration file lists projects',
    ]);
  });
});

describe('a configuration file that cannot be used', () => {
  test.each([
    [file({ min_node: 3 }), '/min_node is not a known property'],
    [file({ min_nodes: 0 }), '/min_nodes must be >= 1'],
    [
      file({ exclude: ['a', '[b'] }),
      "/exclude/1 exclude: the glob '[b' has a class that is not closed within its segment",
    ],
    [file({ source_roots: ['../x'] }), '/source_roots/0 --source-root ../x is not below the root'],
    [file({ kinds: ['same'] }), '/kinds/0 must be function-body or function-shape or near or block or block-shape'],
    ['{', "invalid JSON: Expected property name or '}' in JSON at position 1"],
    ['['.repeat(1_000_000), 'invalid JSON: Unexpected end of JSON input'],
    ['\xff', 'invalid JSON'],
  ])('%.60s', async (text, problem) => {
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
      check: { cycles: 'all' },
      projects: [{ id: 'x', path: 'p' }],
    });
    const { code: exit, stdout } = await analyzer(['config', '--exclude', 'b.py', '--max-bytes', '7'], { cwd: folder });
    expect(exit).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "Configuration file: analyzer.json

      Settings:
        profile       logic           default
        all           no              default
        gitignore     yes             default
        exclude       old/            configuration file and option
                      b.py
        source_roots  none            default
        max_bytes     7               option
        min_nodes     5               configuration file
        kinds         function-body   default
                      function-shape

      Only in check and baseline:
        cycles        all             configuration file
        kinds         function-body   default
                      function-shape
                      near
                      block
                      block-shape

      Projects of workspace index and map: x
      "
    `);
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
