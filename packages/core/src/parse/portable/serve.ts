import { readSync, writeSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { ParseJob, ParseOutcome } from '../engine.ts';
import { describeDefect } from '../pool/death.ts';
import { decodeRequest, encodeAnswer, FrameReader } from '../pool/wire.ts';

/** Where a worker process reads requests and writes answers. Not stdout: foreign code may print there. */
export const REQUESTS = 0;
export const ANSWERS = 3;

const CHUNK = 64 * 1024;

export type Parse = (job: ParseJob) => ParseOutcome | Promise<ParseOutcome>;

/**
 * The loop of a worker process: one request, one answer, until the pool closes the requests or is gone itself.
 *
 * Reading and writing block on purpose. An answer is then wholly in the pipe before the next file is begun, so when
 * the process dies the first unanswered file is the one that was in hand.
 *
 * @param softResidentBytes above this the process ends after its answer: WebAssembly never gives memory back
 */
export async function serve(parse: Parse, softResidentBytes: number): Promise<void> {
  const reader = new FrameReader();
  let open = send(encodeAnswer({ ready: true }));
  while (open) {
    const job = receive(reader);
    if (job === undefined) return;
    const { frame, last } = await answer(parse, job, softResidentBytes);
    open = send(frame) && !last;
    // Finalizers of native objects run in a turn of the event loop; without one their memory is never freed.
    await turn();
  }
}

async function answer(
  parse: Parse,
  job: ParseJob,
  softResidentBytes: number,
): Promise<{ frame: Buffer; last: boolean }> {
  try {
    const outcome = await parse(job);
    const retiring = hasGrownPast(softResidentBytes);
    return { frame: encodeAnswer({ outcome, retiring }), last: retiring };
  } catch (error) {
    return { frame: encodeAnswer({ defect: describeDefect(error) }), last: true };
  }
}

/** Asks first for the most memory that the process ever had: what it has now takes the kernel many times longer to tell. */
function hasGrownPast(residentBytes: number): boolean {
  return process.resourceUsage().maxRSS * 1024 > residentBytes && process.memoryUsage.rss() > residentBytes;
}

function receive(reader: FrameReader): ParseJob | undefined {
  for (;;) {
    const frame = reader.next();
    if (frame !== undefined) return decodeRequest(frame);
    const chunk = Buffer.allocUnsafe(CHUNK);
    const length = read(chunk);
    if (length === 0) return undefined;
    reader.push(chunk.subarray(0, length));
  }
}

/** @returns the bytes read, 0 at the end of the requests */
function read(chunk: Buffer): number {
  try {
    return readSync(REQUESTS, chunk);
  } catch (error) {
    if (codeOf(error) === 'EOF') return 0; // Windows says so by an error.
    throw error;
  }
}

/** @returns false when nobody reads any more */
function send(frame: Buffer): boolean {
  try {
    for (let at = 0; at < frame.length; ) at += writeSync(ANSWERS, frame, at);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EPIPE') return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
