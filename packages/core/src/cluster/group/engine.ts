import type { Dialect } from '../sql/dialect.ts';

/** A SQL engine of another project that was found on this machine. */
export interface SqlEngine {
  name: EngineName;
  dialect: Dialect;
  /** How it runs, for people. */
  runs: string;
  command: string;
  /** @param script path of the script that has all statements, relative to the working folder */
  args(script: string): string[];
  /** The content of the script. */
  script(statements: readonly string[]): string;
}

/** An engine in a working folder, to which the paths in statements are relative. */
export interface EngineRun {
  dialect: Dialect;
  run(statements: readonly string[]): Promise<unknown>;
  /** The error for rows that the engine should not have written. */
  failed(reason: string): Error;
}

export const ENGINE_NAMES = ['duckdb', 'spark', 'clickhouse'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
