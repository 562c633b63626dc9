/**
 * Our MCP server over HTTP, only for the conformance tests, which do not support stdio.
 *
 *   node fixture.js INDEX PROGRAM_FOLDER
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { QueryPool } from '@analyzer/core/query/pool/pool.ts';
import { readDocuments } from '@analyzer/core/service/documents.ts';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { OPERATIONS } from '../operations.ts';
import { createMcpServer } from './server.ts';

const [db = '', folder = ''] = process.argv.slice(2);
const pool = new QueryPool({ db, threadPath: join(folder, 'query-thread.js') });
const service = {
  operations: OPERATIONS,
  documents: readDocuments(folder),
  ask: (request: unknown, options: Parameters<QueryPool['ask']>[1]) => pool.ask(request, options),
  onFault: (error: unknown) => process.stderr.write(`${String(error)}\n`),
};
const handler = createMcpHandler(() => createMcpServer(service, '1'));

const server = createServer(async (incoming, outgoing) => {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = Buffer.concat(await incoming.toArray());
  const request = new Request(`http://127.0.0.1${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ...(body.length === 0 ? {} : { body }),
  });
  const response = await handler.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else Readable.fromWeb(response.body).pipe(outgoing);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.stderr.write(`serving mcp on 127.0.0.1:${address.port}\n`);
});
