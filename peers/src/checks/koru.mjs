import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The least version of Python that koru supports, in the words of Python. */
const IS_SUPPORTED = 'import sys, venv; sys.exit(sys.version_info < (3, 12))';
const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12'];

/** Tickets of planfile that koru runs, from a plan to verified results, with the pinned versions of both packages. */
export function koru({ peers, folder, program, transcript }) {
  const python = NAMES.find((name) => spawnSync(name, ['-c', IS_SUPPORTED]).status === 0);
  if (python === undefined) {
    transcript.note('skipped: koru needs Python 3.12 or newer, and there is none');
    return;
  }
  const venv = join(folder, 'koru');
  transcript.run('a virtual environment is created', [python, '-m', 'venv', venv], { quiet: true });
  const install = ['install', '--quiet', '--no-deps', '--requirement', join(peers, 'requirements-koru.txt')];
  transcript.run('koru and planfile are installed', [join(venv, 'bin/pip'), ...install]);
  const vitest = join(program.root, 'node_modules/vitest/vitest.mjs');
  transcript.run(
    'koru completes the tickets of a plan',
    [process.execPath, vitest, 'run', '--config', join(peers, 'vitest.config.ts'), '--root', program.root, 'koru'],
    { env: { ANALYZER_PLANFILE: join(venv, 'bin/planfile'), ANALYZER_KORU: join(venv, 'bin/koru') } },
  );
}
