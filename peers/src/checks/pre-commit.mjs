import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const python = (name) =>
  `def ${name}(items, rate):\n    total = 0\n    for item in items:\n        total += item * rate\n    return round(total, 2)\n`;

/** pre-commit runs the hook of `.pre-commit-hooks.yaml`, configured as in docs/operate/ci.md, at commits of a repository. */
export function preCommit({ peers, folder, program, transcript }) {
  const home = join(folder, 'pre-commit');
  const venv = join(home, 'venv');
  mkdirSync(join(home, 'bin'), { recursive: true });
  transcript.run('a virtual environment is created', ['python3', '-m', 'venv', venv], { quiet: true });
  const install = ['install', '--quiet', '--no-deps', '--requirement', join(peers, 'requirements-pre-commit.txt')];
  transcript.run('pre-commit is installed', [join(venv, 'bin/pip'), ...install]);
  symlinkSync(program.launcher, join(home, 'bin/analyzer'));
  writeFileSync(join(home, 'gitconfig'), '[user]\n\tname = a\n\temail = a@example.org\n');
  const env = {
    PATH: `${join(home, 'bin')}:${join(venv, 'bin')}:${process.env.PATH}`,
    PRE_COMMIT_HOME: join(home, 'cache'),
    GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const [hooks, project] = [join(home, 'hooks'), join(home, 'project')];
  const at = (cwd) => {
    mkdirSync(cwd);
    return (what, words, options) => transcript.run(what, words, { cwd, env, ...options });
  };

  const published = at(hooks);
  copyFileSync(join(program.root, '.pre-commit-hooks.yaml'), join(hooks, '.pre-commit-hooks.yaml'));
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'hooks'],
    ['tag', 'v0.5.0'],
  ]) {
    published(`git ${words[0]}`, ['git', ...words], { quiet: true });
  }

  const user = at(project);
  const write = (name, text) => writeFileSync(join(project, name), text);
  const page = readFileSync(join(program.root, 'docs/operate/ci.md'), 'utf8');
  const [, configuration = ''] = /```yaml\n(repos:\n.*?)```/s.exec(page) ?? [];
  write('.pre-commit-config.yaml', configuration.replace('https://github.com/OWNER/analyzer', hooks));
  write('price.py', python('price'));
  user('a repository is created', ['git', 'init', '-q']);
  user('the hook is installed', ['pre-commit', 'install']);
  user('files are added', ['git', 'add', '.']);
  const commit = ['git', 'commit', '-qam'];
  user('the first commit explains that there is nothing to compare with', [...commit, 'first'], {
    exit: 1,
    output: /HEAD has no commit yet/,
  });
  user('the first commit skips the hook', [...commit, 'first'], { env: { ...env, SKIP: 'analyzer' } });
  write('cost.py', python('cost'));
  user('files are added', ['git', 'add', '.']);
  user('a commit with a copy fails and names it', [...commit, 'copy'], { exit: 1, output: /\+ cost\.py:1 {2}cost/ });
  rmSync(join(project, 'cost.py'));
  write('other.py', 'def other():\n    return 1\n');
  user('files are added', ['git', 'add', '-A']);
  user('a commit without a copy passes', [...commit, 'other'], { output: /analyzer check\.+Passed/ });
  write('README.md', 'text\n');
  user('files are added', ['git', 'add', '.']);
  user('a commit without code skips the hook', [...commit, 'text'], { output: /no files to check\)Skipped/ });
  write('cost.py', python('cost'));
  user('an untracked copy counts', ['pre-commit', 'run', '--all-files'], { exit: 1, output: /\+ cost\.py:1/ });
  write('cost.py', '');
  user('files are added', ['git', 'add', '.']);
  write('cost.py', python('cost'));
  user('an unstaged change does not count', ['git', 'commit', '-qm', 'staged'], { output: /analyzer check\.+Passed/ });
}
