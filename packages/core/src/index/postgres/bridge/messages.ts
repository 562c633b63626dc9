import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '@analyzer/contracts';
import type { Value } from '../../port.ts';

/** The data of the bridge thread. */
export interface BridgeData {
  url: string;
  port: MessagePort;
  /** See `bridge.ts`. */
  memory: SharedArrayBuffer;
}

/** Rows are lists in the order of the columns. */
export interface Result {
  columns: string[];
  rows: Value[][];
}

/** Several statements without values, of which the last result is returned, or one; `name` prepares it. */
export interface SentStatement {
  sql: string;
  values?: readonly Value[];
  name?: string;
}

export type Order =
  | { type: 'connect' }
  /** Sent together; a result for each. */
  | { type: 'run'; statements: readonly SentStatement[] }
  /**
   * Ends the running statements, which answer with an error, or as always if they have ended already. A second answer follows
   * when no later statement can be cancelled instead.
   */
  | { type: 'cancel' }
  | { type: 'close' };

/** An error as plain data, because threads exchange no classes. */
export interface Failure {
  message: string;
  /** Of an AnalyzerError. */
  known?: { code: ErrorCode; details: Record<string, string>; hint?: string };
  /** The connection cannot be used again. */
  lost: boolean;
}

export type Reply = { ok: Result[] } | { failed: Failure };
