import { open } from 'node:fs/promises';
import { createServer } from 'node:http';

/**
 * The minimal server with the same guarantee: reads a body, parses it, appends it with everything that arrived meanwhile,
 * syncs, answers. `bare-server <file>` prints its address.
 */
const file = await open(process.argv[2] ?? 'bare.jsonl', 'a');
let waiting: { line: Buffer; done: () => void }[] = [];
let busy = false;

async function commit(): Promise<void> {
  busy = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await file.writev(batch.map(({ line }) => line));
    await file.datasync();
    for (const { done } of batch) done();
  }
  busy = false;
}

const server = createServer({ noDelay: true }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const line = Buffer.concat([...chunks, Buffer.from('\n')]);
    JSON.parse(line.toString());
    const done = (): void => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': 17 }).end('{"accepted":true}');
    };
    waiting.push({ line, done });
    if (!busy) commit().catch((error: unknown) => server.emit('error', error));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`);
});
