import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from './tokens.ts';

/** One request, read whole and checked, as a route gets it. */
export interface Ask {
  method: string;
  path: string;
  /** Values of the `{names}` in the route's path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Empty when the route takes none. */
  body: Buffer;
  request: IncomingMessage;
  response: ServerResponse;
  /** Address of the sender. */
  source: string;
  /** Names the sender, across connections: its token where tokens are checked, else its address. */
  sender: string;
  scopes: ReadonlySet<Scope>;
}

/** What a route answers. `taken`: it answers by itself, for as long as it likes. */
export type Reply =
  | { status: number; headers?: Readonly<Record<string, string>>; json: unknown }
  | { status: number; headers?: Readonly<Record<string, string>>; type: string; pieces: readonly (Buffer | string)[] }
  | { status: 204; headers?: Readonly<Record<string, string>>; empty: true }
  | 'taken';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Segments in braces stand for any value. */
  path: string;
  /** Paths that answer in place, because existing agents do not follow redirects. */
  aliases?: readonly string[];
  /** What a token must allow; `open` needs none. */
  scope: Scope | 'open';
  /** Media type of its body; `optional` may be left out. */
  body?: 'application/json' | 'application/x-ndjson';
  bodyOptional?: true;
  /** One sentence for the description of the interface. */
  summary: string;
  handle(ask: Ask): Reply | Promise<Reply>;
}
