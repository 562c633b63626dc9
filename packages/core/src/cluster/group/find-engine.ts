import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { CLICKHOUSE, DUCKDB, SPARK } from '../sql/dialect.ts';
import type { EngineName, SqlEngine } from './engine.ts';

/** Two worker processes with one core and 1 GB each; another master is for the user's own configuration of Spark. */
const SPARK_MASTER = 'local-cluster[2,1,1024]';

/**
 * Finds an engine. None is part of this program: packages are those next to it, programs those on PATH.
 *
 * @param master of Spark
 * @throws AnalyzerError `not_found` with the way to get it
 */
export function findEngine(name: EngineName, master: string = SPARK_MASTER): SqlEngine {
  switch (name) {
    case 'duckdb':
      return (
        duckdb() ?? missing(name, 'Install it with `npm install @duckdb/node-api`, or the program duckdb on PATH.')
      );
    case 'clickhouse':
      return clickhouse() ?? missing(name, 'Install it with `npm install chdb`.');
    case 'spark':
      return (
        spark(master) ?? missing(name, 'Install Java 17 and `pip install pyspark==3.5.6`: spark-sql must be on PATH.')
      );
  }
}

function missing(name: EngineName, hint: string): never {
  throw new AnalyzerError('not_found', { what: 'engine', name }, { hint });
}

function duckdb(): SqlEngine | undefined {
  const common = { name: 'duckdb', dialect: DUCKDB } as const;
  const path = packagePath('@duckdb/node-api');
  if (path !== undefined) return { ...common, ...inNode(path, RUN_DUCKDB), runs: '@duckdb/node-api' };
  const command = programPath('duckdb');
  if (command === undefined) return undefined;
  return {
    ...common,
    runs: command,
    command,
    args: (script) => ['-noheader', '-list', '-separator', '\t', '-bail', '-c', `.read ${script}`],
    script: withSemicolons,
  };
}

function clickhouse(): SqlEngine | undefined {
  const path = packagePath('chdb');
  if (path === undefined) return undefined;
  return { name: 'clickhouse', dialect: CLICKHOUSE, ...inNode(path, RUN_CHDB), runs: 'chdb' };
}

/** More partitions than cores only cost time; another cluster has its own number. */
const LOCAL_SETTINGS = ['spark.sql.shuffle.partitions=8'];

/** Spark estimates the rows of a list as one, and would collect tables of many times the size in the driver. */
const NO_BROADCAST = 'spark.sql.autoBroadcastJoinThreshold=-1';

function spark(master: string): SqlEngine | undefined {
  const command = programPath('spark-sql');
  if (command === undefined) return undefined;
  const settings = ['spark.ui.enabled=false', 'spark.sql.catalogImplementation=in-memory', NO_BROADCAST];
  const [, megabytes] = /^local-cluster\[\d+,\d+,(\d+)\]$/.exec(master) ?? [];
  if (megabytes !== undefined) settings.push(...LOCAL_SETTINGS, `spark.executor.memory=${megabytes}m`);
  return {
    name: 'spark',
    dialect: SPARK,
    runs: `${command} --master ${master}`,
    command,
    args: (script) => ['--master', master, ...settings.flatMap((its) => ['--conf', its]), '-S', '-f', script],
    script: withSemicolons,
  };
}

function withSemicolons(statements: readonly string[]): string {
  return statements.map((its) => `${its};\n`).join('');
}

/** A package runs in its own process, which a signal can end, and reads the statements as JSON. */
function inNode(path: string, run: string): Pick<SqlEngine, 'command' | 'args' | 'script'> {
  return {
    command: process.execPath,
    args: (script) => ['-e', run, path, script],
    script: (statements) => JSON.stringify(statements),
  };
}

const READ =
  "const [path, script] = process.argv.slice(1); const all = JSON.parse(require('fs').readFileSync(script, 'utf8'));";

const RUN_DUCKDB = `${READ}
  (async () => {
    const { DuckDBInstance } = require(path);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    for (const sql of all.slice(0, -1)) await connection.run(sql);
    const rows = (await connection.runAndReadAll(all.at(-1))).getRowsJson();
    process.stdout.write(rows.map((row) => row.join('\\t') + '\\n').join(''));
  })().catch((error) => { process.stderr.write(error.message + '\\n'); process.exitCode = 1; });`;

const RUN_CHDB = `${READ}
  try {
    const { query } = require(path);
    let answer = '';
    for (const sql of all) answer = query(sql, 'TabSeparated');
    process.stdout.write(answer);
  } catch (error) { process.stderr.write(error.message + '\\n'); process.exitCode = 1; }`;

function packagePath(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

function programPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
