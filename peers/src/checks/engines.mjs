import { join } from 'node:path';

const PACKAGES = ['duckdb-cli==1.5.6', 'pyspark==3.5.6', 'py4j==0.10.9.7'];

/** `cluster group` with DuckDB, ClickHouse and Spark: the root of a local index. Spark needs Java 17. */
export function engines({ peers, folder, program, transcript }) {
  const venv = join(folder, 'engines');
  transcript.run('a virtual environment is created', ['python3', '-m', 'venv', venv], { quiet: true });
  transcript.run('DuckDB and Spark are installed', [
    join(venv, 'bin/pip'),
    'install',
    '--quiet',
    '--no-deps',
    ...PACKAGES,
  ]);
  const install = ['npm', 'install', '--prefix', venv, '--ignore-scripts', '--no-audit', '--no-fund', 'chdb@3.4.0'];
  transcript.run('ClickHouse is installed', install, { quiet: true });
  const vitest = join(program.root, 'node_modules/vitest/vitest.mjs');
  transcript.run(
    'each engine finds the groups of an index',
    [
      process.execPath,
      vitest,
      'run',
      '--config',
      join(peers, 'vitest.config.ts'),
      '--root',
      program.root,
      'cluster/group',
    ],
    { env: { ANALYZER_ENGINE_PATH: join(venv, 'bin'), ANALYZER_ENGINE_PACKAGES: join(venv, 'node_modules') } },
  );
}
