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

export type Order =
  | { type: 'connect' }
  /** Several statements without values, or one; `name` prepares it. The last result is returned. */
  | { type: 'run'; sql: string; values?: readonly Value[]; name?: string }
  /**
   * Ends the running statement, which answers with an error, or as always if it has ended already. A second answer follows
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

export type Reply = { ok: Result } | { failed: Failure };
