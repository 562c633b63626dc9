import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.settings.v1/validate';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const work = mkdtempSync(join(tmpdir(), 'analyzer-docs-'));

/** The code blocks of a page by language; shell commands have none. */
function blocks(page: string, language: string): string[] {
  return [...read(page).matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  );
}

/** Runs a line in a shell with the built `analyzer` in PATH. */
function shell(line: string, cwd: string, program = 'bash') {
  const env = { ...process.env, PATH: `${join(work, 'bin')}:${process.env.PATH}`, HOME: cwd };
  return spawnSync(program, ['-c', line], { cwd, encoding: 'utf8', env });
}

beforeAll(() => {
  mkdirSync(join(work, 'bin'));
  const launcher = join(root, 'packages/analyzer/bin/analyzer.js');
  writeFileSync(join(work, 'bin/analyzer'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`, {
    mode: 0o755,
  });
});

afterAll(() => rmSync(work, { recursive: true }));

describe('docs/operate/config.md', () => {
  test('its commands run with its example', () => {
    const cwd = join(work, 'config');
    mkdirSync(cwd);
    const [example = ''] = blocks('docs/operate/config.md', 'json');
    writeFileSync(join(cwd, 'analyzer.json'), example);
    const lines = blocks('docs/operate/config.md', '').join('').trim().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      const { status, stdout, stderr } = shell(line, cwd);
      expect([line, status, stderr]).toEqual([line, 0, '']);
      if (line.includes('--format json')) expect(validate(JSON.parse(stdout))).toBe(true);
      else expect(stdout).toContain('Configuration file: analyzer.json');
    }
  });
});

describe('docs/start/install.md', () => {
  test('its completion commands run in their shells', () => {
    const cwd = join(work, 'install');
    mkdirSync(join(cwd, '.config/fish/completions'), { recursive: true });
    const lines = blocks('docs/start/install.md', '')
      .join('')
      .split('\n')
      .filter((line) => line.includes('completion'));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      // Without zsh only its rules are printed; the tests of completion run all installed shells.
      const text = line.includes('zsh') ? line.replace(/source <\((.*)\).*/, '$1') : line;
      expect([line, shell(text, cwd).status]).toEqual([line, 0]);
    }
  });

  test('its other commands are scripts of this repository', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const commands =
      blocks('docs/start/install.md', '')
        .join('')
        .match(/npm run [\w:]+/g) ?? [];
    expect(commands).toEqual(['npm run pack:release']);
    for (const command of commands) expect(scripts).toHaveProperty([command.replace('npm run ', '')]);
  });
});

describe('docs/operate/ci.md', () => {
  test('its files name inputs, hooks and templates that exist', () => {
    const [action, gitlab, hooks] = blocks('docs/operate/ci.md', 'yaml').map((text): unknown => parseYaml(text));
    const { inputs } = parseYaml(read('action.yml'));
    expect(action).toMatchObject({ jobs: { copies: { steps: [{}, { with: { against: expect.any(String) } }] } } });
    expect(inputs).toHaveProperty('against');
    expect(gitlab).toEqual({ include: { local: 'ci/gitlab.yml' } });
    expect(existsSync(join(root, 'ci/gitlab.yml'))).toBe(true);
    const [{ id }] = parseYaml(read('.pre-commit-hooks.yaml'));
    expect(hooks).toMatchObject({ repos: [{ hooks: [{ id }] }] });
  });

  test('its container runs a command of this program', () => {
    const lines = blocks('docs/operate/ci.md', '').join('').trim().split('\n');
    const [command = ''] = lines.flatMap((line) => /^docker run .* analyzer (.*)$/.exec(line)?.[1] ?? []);
    const [name = '', ...words] = command.split(' ');
    const { stdout } = shell(`analyzer ${name} --help`, work);
    for (const word of words.filter((it) => it.startsWith('--'))) expect(stdout).toContain(word);
    expect(read('Dockerfile')).toMatch(/^ENTRYPOINT \["analyzer"/m);
  });
});

describe('docs/use/watch.md', () => {
  test('its commands have options of the command', () => {
    const { stdout } = shell('analyzer watch --help', work);
    const [commands = ''] = blocks('docs/use/watch.md', '');
    const flags = commands.match(/--[a-z-]+/g) ?? [];
    expect(flags.length).toBeGreaterThan(1);
    for (const flag of flags) expect(stdout).toContain(flag);
  });
});

// `npm run peers -- neovim` runs the configuration of Neovim.
describe('docs/use/editors.md', () => {
  test('its extension of VS Code is valid and starts the server', () => {
    const [manifest = ''] = blocks('docs/use/editors.md', 'json');
    const [extension = ''] = blocks('docs/use/editors.md', 'js');
    const folder = join(work, 'extension');
    mkdirSync(folder);
    const { main }: { main: string } = JSON.parse(manifest);
    writeFileSync(join(folder, main), extension);
    const { status, stderr } = spawnSync(process.execPath, ['--check', join(folder, main)], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(extension).toContain("{ command: 'analyzer', args: ['lsp'],");
    expect(shell('analyzer lsp --help', work).status).toBe(0);
  });

  test('its extension of Zed is valid TOML and starts the same command', () => {
    const [extension, cargo] = blocks('docs/use/editors.md', 'toml').map((text) => parseToml(text));
    expect(extension).toMatchObject({ id: 'analyzer', language_servers: { analyzer: {} } });
    expect(cargo).toMatchObject({ lib: { 'crate-type': ['cdylib'] }, dependencies: { zed_extension_api: '0.7' } });
    expect(blocks('docs/use/editors.md', 'rust')[0]).toContain('args: vec!["lsp".into()]');
    expect(blocks('docs/use/editors.md', 'lua')[0]).toContain("cmd = { 'analyzer', 'lsp' }");
  });
});
