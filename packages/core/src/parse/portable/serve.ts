import { readSync, writeSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { collectIfLarge } from '../collect-garbage.ts';
import type { ParseJob, ParseOutcome } from '../engine.ts';
import { describeDefect } from '../pool/death.ts';
import { decodeRequest, encodeAnswer, FrameReader } from '../pool/wire.ts';

/** File descriptors of requests and outcomes in a worker process. Not stdout: third-party code may print there. */
export const REQUESTS = 0;
export const ANSWERS = 3;

const CHUNK = 64 * 1024;

export type Parse = (job: ParseJob) => ParseOutcome | Promise<ParseOutcome>;

/**
 * The loop of a worker process: one request, one outcome, until the pool closes the requests or has ended.
 *
 * Reading and writing block on purpose: an outcome is completely in the pipe before the next file is started, so that
 * if the process dies the first file without outcome is the current one.
 *
 * @param softResidentBytes above this the process ends after its outcome, since WebAssembly never releases memory
 */
export async function serve(parse: Parse, softResidentBytes: number): Promise<void> {
  const reader = new FrameReader();
  let open = send(encodeAnswer({ ready: true }));
  while (open) {
    const job = receive(reader);
    if (job === undefined) return;
    open = await answer(parse, job, softResidentBytes);
    // Finalizers of native objects run in the event loop; otherwise their memory is never freed.
    await turn();
    // The process may wait long for the next file, and what the outcome was made of is garbage.
    collectIfLarge(job.bytes);
  }
}

/** @returns whether the process can go on */
async function answer(parse: Parse, job: ParseJob, softResidentBytes: number): Promise<boolean> {
  try {
    const outcome = await parse(job);
    const retiring = hasGrownPast(softResidentBytes);
    return send(encodeAnswer({ outcome, retiring })) && !retiring;
  } catch (error) {
    send(encodeAnswer({ defect: describeDefect(error) }));
    return false;
  }
}

/** Checks the peak memory of the process first: the current value takes the kernel many times longer. */
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

/** @returns the number of read bytes, 0 at the end of the requests */
function read(chunk: Buffer): number {
  try {
    return readSync(REQUESTS, chunk);
  } catch (error) {
    if (codeOf(error) === 'EOF') return 0; // Windows says so by an error.
    throw error;
  }
}

/** @returns false if the reader has closed the pipe */
function send(frame: readonly Buffer[]): boolean {
  try {
    for (const piece of frame) {
      for (let at = 0; at < piece.length; ) at += writeSync(ANSWERS, piece, at);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EPIPE') return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
