import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';

export interface EndlessRepository {
  url: string;
  close(): Promise<void>;
}

/** 10 GB. */
const OBJECTS = 100_000;
const BLOB = 3;
const BLOB_BYTES = 100_000;

const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
const FLUSH = '0000';

/** A repository that sends blobs until the client ends (smart HTTP of git, version 0). */
export async function endlessRepository(commit: string): Promise<EndlessRepository> {
  const server = createServer((request, response) => {
    const isList = request.url?.includes('/info/refs') === true;
    response.setHeader('content-type', `application/x-git-upload-pack-${isList ? 'advertisement' : 'result'}`);
    if (isList) {
      const service = `${line('# service=git-upload-pack\n')}${FLUSH}`;
      const reference = line(`${commit} refs/heads/main\0shallow allow-any-sha1-in-want\n`);
      response.end(`${service}${reference}${FLUSH}`);
      return;
    }
    const body: Buffer[] = [];
    request.on('data', (piece: Buffer) => body.push(piece));
    request.on('end', () => {
      response.write(`${line(`shallow ${commit}\n`)}${FLUSH}`);
      // The first of two requests only asks for the limit of the history.
      if (Buffer.concat(body).includes('done')) void sendPack(response);
      else response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port }: AddressInfo = addressOf(server.address());
  return {
    url: `http://127.0.0.1:${port}/endless.git`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}

/** Until the client ends. */
async function sendPack(response: ServerResponse): Promise<void> {
  response.write(line('NAK\n'));
  await pipeline(Readable.from(pack()), response).catch(() => undefined);
}

async function* pack(): AsyncGenerator<Buffer> {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(OBJECTS, 8);
  yield header;
  for (let at = 0; at < OBJECTS; at++) {
    // The client's timers are in this process.
    await setImmediate();
    yield Buffer.concat([objectHeader(BLOB_BYTES), deflateSync(randomBytes(BLOB_BYTES))]);
  }
}

/** Type and size: four bits, then seven bits each. */
function objectHeader(size: number): Buffer {
  const bytes = [(BLOB << 4) | (size & 0x0f)];
  for (let rest = size >>> 4; rest > 0; rest >>>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}
