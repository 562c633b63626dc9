import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const lacks = (shell: string) => spawnSync(shell, ['-c', 'true']).status !== 0;
const reason = (shell: string) => (lacks(shell) ? `: ${shell} is not installed` : '');

/** Words that a shell offers for a line; the last word is the incomplete one. */
const offers = {
  async bash(line: string[], cwd: string): Promise<string[]> {
    const rules = (await analyzer(['completion', 'bash'])).stdout;
    const words = line.map((word) => `'${word}'`).join(' ');
    const script = `${rules}\nCOMP_WORDS=(${words}); COMP_CWORD=${line.length - 1}; _analyzer; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { cwd, encoding: 'utf8' })
      .split('\n')
      .filter((word) => word !== '');
  },
  /** Prints the candidates that the rules pass to zsh, which needs a terminal to filter and show them. */
  async zsh(line: string[], cwd: string): Promise<string[]> {
    const rules = (await analyzer(['completion', 'zsh'])).stdout;
    const stubs = [
      'compdef() { }; _files() { }',
      `_describe() { print -rl -- "\${(@P)@[-1]}" }`,
      `compadd() { print -rl -- "\${@[2,-1]}" }`,
    ].join('\n');
    const words = line.map((word) => `'${word}'`).join(' ');
    const script = `${stubs}\n${rules}\nwords=(${words}); CURRENT=${line.length}; _analyzer`;
    const shown = execFileSync('zsh', ['-f', '-c', script], { cwd, encoding: 'utf8' }).split('\n');
    return shown
      .map((row) => row.replace(/:.*/, ''))
      .filter((word) => word !== '' && word.startsWith(line.at(-1) ?? ''));
  },
  async fish(line: string[], cwd: string): Promise<string[]> {
    const rules = (await analyzer(['completion', 'fish'])).stdout;
    const script = `${rules}\ncomplete -C '${line.join(' ')}'`;
    const shown = execFileSync('fish', ['--no-config', '-c', script], { cwd, encoding: 'utf8' });
    return shown.split('\n').flatMap((row) => row.split('\t')[0] || []);
  },
};

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  test.skipIf(lacks(shell)).each([
    [['analyzer', 'sc'], ['scan']],
    [['analyzer', 'workspace', 'ind'], ['index']],
    [['analyzer', 'scan', '--min-no'], ['--min-nodes']],
    [['analyzer', 'baseline', '--min-ne'], ['--min-near']],
    [['analyzer', 'scan', '.', '--format', 'js'], ['json']],
    [['analyzer', 'diff', '--col'], ['--color']],
    [['analyzer', 'completion', '--hel'], ['--help']],
  ])(`completes %j${reason(shell)}`, async (line, expected) => {
    expect(await offers[shell](line, folderWith({}))).toEqual(expected);
  });
});

test.skipIf(lacks('bash'))('bash evaluates no typed word', async () => {
  const cwd = folderWith({});
  await offers.bash(['analyzer', 'scan', '$(touch made)', '`touch made`', '--f'], cwd);
  expect(execFileSync('ls', [cwd], { encoding: 'utf8' })).toBe('');
});

test.skipIf(lacks('bash'))('bash completes the value after =', async () => {
  expect(await offers.bash(['analyzer', 'scan', '--format', '=', 'j'], folderWith({}))).toEqual(['json']);
  expect(await offers.bash(['analyzer', 'scan', '--format', '='], folderWith({}))).toContain('json');
});

test.each(['bash', 'zsh', 'fish'])('the rules for %s are valid', async (shell) => {
  const { code, stdout } = await analyzer(['completion', shell]);
  expect(code).toBe(0);
  expect(stdout).toContain('min-nodes');
  if (lacks(shell)) return;
  const file = join(folderWith({ rules: stdout }), 'rules');
  execFileSync(shell, ['-n', file]);
});

test('an unknown shell is a usage error', async () => {
  const { code, stderr } = await analyzer(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toContain('bash, zsh, fish');
});
