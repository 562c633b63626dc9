/**
 * A server that answers every request with the same bytes at once: the floor of HTTP on this machine.
 *
 *   node bare.js BYTES
 */
import { createServer } from 'node:http';

const body = Buffer.alloc(Number(process.argv[2]), ' ');

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stderr.write(`serving on 127.0.0.1:${address.port}\n`);
});
