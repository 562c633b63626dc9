import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from './tokens.ts';

/** One request, completely received and checked, as a route gets it. */
export interface Ask {
  method: string;
  path: string;
  /** Values of the `{names}` in the route's path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Empty if the route has no body. */
  body: Buffer;
  request: IncomingMessage;
  response: ServerResponse;
  /** Address of the sender. */
  source: string;
  /** URL of this server as the sender reaches it, without a slash at its end. */
  origin: string;
  /** The sender uses TLS, which a proxy ends. */
  secure: boolean;
  /** Identifies the sender across connections: its token if tokens are checked, else its address. */
  sender: string;
  scopes: ReadonlySet<Scope>;
}

/** The response of a route. `taken`: the route writes the response itself. */
export type Reply =
  | { status: number; headers?: Readonly<Record<string, string>>; json: unknown }
  | { status: number; headers?: Readonly<Record<string, string>>; type: string; pieces: readonly (Buffer | string)[] }
  | { status: 204; headers?: Readonly<Record<string, string>>; empty: true }
  | 'taken';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Segments in braces match any value. */
  path: string;
  /** Further paths of this route: existing agents do not follow redirects. */
  aliases?: readonly string[];
  /** Scope that a token needs; `open` needs no token. */
  scope: Scope | 'open';
  /** Media type of the body; `optional`: it may be absent. */
  body?: 'application/json' | 'application/x-ndjson';
  bodyOptional?: true;
  /** One sentence for the OpenAPI description. */
  summary: string;
  handle(ask: Ask): Reply | Promise<Reply>;
}
