import type { Readable, Writable } from 'node:stream';
import { MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { callOperation } from './call.ts';
import { listResources, listTemplates, readResource } from './resources.ts';
import { operationsOf, type ToolSet } from './tool-set.ts';
import { toolName, toolsOf } from './tools.ts';
import { LineTransport } from './transport.ts';

/** Twice the limit of a request, so that the refusal of a larger one names its id. */
const MAX_MESSAGE_BYTES = 2 * MAX_REQUEST_BYTES;

/** The lists are the same as long as the program runs. */
const CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const INSTRUCTIONS =
  'Structure and repeated code of indexed projects, read-only. analyzer_explore answers who calls, uses, imports, tests or copies a declaration or file, by name or path:line; analyzer_impact what a change would affect; analyzer_nodes finds declarations by glob; analyzer_clones lists copies. An answer says what it leaves out and how to ask for it.';

export interface StdioOptions {
  stdin: Readable;
  stdout: Writable;
  /** Of this program. */
  version: string;
  /** Default: all. */
  tools?: ToolSet | undefined;
}

export interface StdioServer {
  /** Resolves when the client closes the connection. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves the operations as tools, and the documents as resources, over standard input and output. */
export function serveMcp(service: Service, { stdin, stdout, version, tools }: StdioOptions): StdioServer {
  const transport = new LineTransport(stdin, stdout, MAX_MESSAGE_BYTES);
  const { close } = serveStdio(() => createMcpServer(service, version, tools), {
    transport,
    onerror: () => undefined,
  });
  return { ended: transport.closed, close };
}

/** A server for one connection. */
export function createMcpServer(service: Service, version: string, set: ToolSet = 'all'): Server {
  const server = new Server(
    { name: 'analyzer', version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'tools/list': CACHE,
        'resources/list': CACHE,
        'resources/templates/list': CACHE,
        'resources/read': CACHE,
        'server/discover': CACHE,
      },
    },
  );
  const { operations, documents } = service;
  const byTool = new Map(operationsOf(operations, set).map((operation) => [toolName(operation), operation]));
  const tools = toolsOf(operations, set);
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: params = {} } }, { mcpReq: { signal } }) => {
    const operation = byTool.get(name);
    if (operation === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'unknown tool');
    return callOperation(service, { operation, params, isStructured: set === 'all', signal });
  });
  server.setRequestHandler('resources/list', () => listResources(documents));
  server.setRequestHandler('resources/templates/list', () => listTemplates());
  server.setRequestHandler('resources/read', ({ params: { uri } }) => readResource(documents, uri));
  return server;
}
