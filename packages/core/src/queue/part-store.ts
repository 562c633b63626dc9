import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';
import { AnalyzerError } from '@analyzer/contracts';
import type { Connection } from '#postgres/connect.ts';

/** A part on this machine. */
export interface PartFile {
  /** Of `partKey`. */
  key: string;
  /** Absolute. */
  path: string;
}

const CHUNK = 1024 * 1024;
/** Level of deflate (RFC 1951): higher levels take longer than the scan of most projects. */
const LEVEL = 3;
const PLACEHOLDER = '';

/**
 * Stores a part, unless the server has it. The caller has opened a transaction.
 *
 * @throws {AnalyzerError} errors of the server
 */
export async function storePart(connection: Connection, label: string, { key, path }: PartFile): Promise<void> {
  const add =
    'INSERT INTO analyzer.part (key, label, sha256, size) VALUES ($1, $2, $3, 0) ON CONFLICT (key) DO NOTHING RETURNING key';
  if ((await connection.query(add, [key, label, PLACEHOLDER])).length === 0) return;
  const digest = new Digest();
  let seq = 0;
  await pipeline(createReadStream(path), digest, createDeflateRaw({ level: LEVEL }), async (deflated) => {
    for await (const data of chunksOf(deflated)) {
      await connection.query('INSERT INTO analyzer.part_chunk VALUES ($1, $2, $3)', [key, seq++, data]);
    }
  });
  const finish = 'UPDATE analyzer.part SET sha256 = $2, size = $3 WHERE key = $1';
  await connection.query(finish, [key, digest.hex(), digest.size]);
}

/**
 * Writes a stored part to a file.
 *
 * @param path of a file that does not exist
 * @throws {AnalyzerError} `unusable_index` if it is damaged or missing; errors of the server
 */
export async function fetchPart(connection: Connection, { key, path }: PartFile): Promise<void> {
  const [part] = await connection.query<{ sha256: string; size: number }>(
    'SELECT sha256, size FROM analyzer.part WHERE key = $1',
    [key],
  );
  const digest = new Digest(part?.size);
  try {
    const chunks = Readable.from(storedChunks(connection, key), { objectMode: false });
    await pipeline(chunks, createInflateRaw(), digest, createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    if (error instanceof AnalyzerError || !isDamage(error)) throw error;
    throw damaged(key, error);
  }
  if (digest.size !== part?.size || digest.hex() !== part.sha256) throw damaged(key);
}

async function* storedChunks(connection: Connection, key: string): AsyncGenerator<Uint8Array> {
  const sql = 'SELECT data FROM analyzer.part_chunk WHERE part_key = $1 AND seq = $2';
  for (let seq = 0; ; seq++) {
    const [chunk] = await connection.query<{ data: Uint8Array }>(sql, [key, seq]);
    if (chunk === undefined) return;
    yield chunk.data;
  }
}

async function* chunksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    size += piece.length;
    if (size < CHUNK) continue;
    yield Buffer.concat(pieces);
    [pieces, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(pieces);
}

/** Hashes and counts the bytes that pass. */
class Digest extends Transform {
  readonly #hash = createHash('sha256');
  readonly #most: number;
  size = 0;

  /** @param most bytes; more are an error */
  constructor(most = Number.POSITIVE_INFINITY) {
    super();
    this.#most = most;
  }

  override _transform(piece: Buffer, _encoding: string, done: (error: Error | null, piece?: Buffer) => void): void {
    this.size += piece.length;
    this.#hash.update(piece);
    if (this.size > this.#most) done(Object.assign(new Error('more bytes than stored'), { code: 'Z_DATA_ERROR' }));
    else done(null, piece);
  }

  /** At the end of the stream, once. */
  hex(): string {
    return this.#hash.digest('hex');
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function damaged(key: string, cause?: unknown): AnalyzerError {
  const reason = 'the stored part is damaged';
  const hint = 'Remove its project with `analyzer queue forget`, and enqueue it again.';
  return new AnalyzerError('unusable_index', { path: `part ${key}`, reason }, { hint, cause });
}
