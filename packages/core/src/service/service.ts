import type { Operation } from '#query/operation.ts';
import type { AskOptions } from '#query/pool/pool.ts';
import type { Outcome } from '#query/query.ts';
import type { Documents } from './documents.ts';
import type { Token } from './token.ts';

/** What every interface serves. An interface parses, calls and serializes. */
export interface Service {
  /** In display order. */
  readonly operations: readonly Operation[];
  readonly documents: Documents;
  /**
   * Answers one request. Never throws.
   *
   * @param request an unchecked `analyzer.request.v1`, or its JSON text in UTF-8
   */
  ask(request: unknown, options?: AskOptions): Promise<Outcome>;
  /** Receives unexpected errors; answers do not contain their details. */
  onFault(error: unknown): void;
}

export interface NetworkOptions {
  /** 0 selects a free port. */
  port: number;
  /** Undefined: every client on this machine is served. */
  token: Token | undefined;
  /** Host names that a reverse proxy of this machine passes on: `name` with any port, `name:port` with one. */
  hostNames?: readonly string[];
  /** Milliseconds that unfinished answers have when the server stops. */
  drainMs?: number;
}

/** The only address that servers listen on. */
export const ADDRESS = '127.0.0.1';

/** Seconds in which a client must send its complete request. */
export const REQUEST_SECONDS = 10;

/** Default of `drainMs`. */
export const DRAIN_MS = 10_000;

export interface RunningServer {
  readonly port: number;
  /** Accepts no further request, finishes the current ones, and closes all connections. */
  close(): Promise<void>;
}
