import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The query of `docs/operate/scale.md` with DuckDB, and the exact groups of an export, which are those of the index. */
export function duckdb({ folder, program, transcript }) {
  const venv = join(folder, 'duckdb');
  transcript.run('a virtual environment is created', ['python3', '-m', 'venv', venv], { quiet: true });
  const pip = [join(venv, 'bin/pip'), 'install', '--quiet', '--no-deps', 'duckdb-cli==1.5.6'];
  transcript.run('DuckDB is installed', pip);
  for (const name of ['a', 'b']) {
    const words = ['workspace', 'export', '--db', program.db, '--format', 'parquet', '-o', join(folder, name)];
    transcript.run(`export ${name} is written`, [process.execPath, program.launcher, ...words]);
  }
  const ask = (what, sql, output) =>
    transcript.run(what, [join(venv, 'bin/duckdb'), '-csv', '-c', sql], { cwd: folder, output });
  const page = readFileSync(join(program.root, 'docs/operate/scale.md'), 'utf8');
  const documented = /```sql\n(.*?)```/s.exec(page)?.[1] ?? '';
  // Each function is in both exports.
  ask('the documented query answers', documented, /^kind,copies,projects,repeated,first\n.*function-/s);
  const words = ['workspace', 'query', '--db', program.db, '--operation', 'summary'];
  const summary = transcript.run('the index is asked', [process.execPath, program.launcher, ...words], { quiet: true });
  const { groups } = JSON.parse(summary).data;
  const kinds = ['function-body', 'function-shape'];
  const expected = kinds.map((kind) => `${kind},${groups[kind].groups}`).join('\n');
  const exact = `SELECT kind, count(*) AS groups FROM
    (SELECT kind FROM 'a/functions.parquet' GROUP BY kind, fingerprint HAVING count(*) > 1) GROUP BY kind ORDER BY kind`;
  ask('the exact groups of an export are those of the index', exact, new RegExp(`^kind,groups\n${expected}\n`));
}
