import { join } from 'node:path';

/** The tests of the tracker planfile, with the pinned version of its package. */
export function planfile({ peers, folder, program, transcript }) {
  const venv = join(folder, 'planfile');
  transcript.run('a virtual environment is created', ['python3', '-m', 'venv', venv], { quiet: true });
  const install = ['install', '--quiet', '--no-deps', '--requirement', join(peers, 'requirements-planfile.txt')];
  transcript.run('planfile is installed', [join(venv, 'bin/pip'), ...install]);
  const vitest = join(program.root, 'node_modules/vitest/vitest.mjs');
  transcript.run(
    'planfile passes the tests of trackers',
    [process.execPath, vitest, 'run', '--config', join(peers, 'vitest.config.ts'), '--root', program.root, 'planfile'],
    { env: { ANALYZER_PLANFILE: join(venv, 'bin/planfile') } },
  );
}
