import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { ERRORS } from '@analyzer/contracts';
import { isTooManyOpenFiles, tooManyOpenFiles, withStreams } from '#tree/too-many-open-files.ts';
import { SupervisionFailure } from '../engine.ts';
import { encodeFrame, type Frame, FrameReader } from '../pool/wire.ts';

/** Exit codes of errors that are not caused by the project or the request; `ERRORS.internal` and `caller.rs`. */
const SUPERVISION_FAILED: ReadonlySet<number | null> = new Set([70, 75]);
const STDERR_BYTES = 4096;

/**
 * Lets the native engine scan a complete project, in a process of its own that supervises its workers. It waits while
 * its frames are not consumed, and ends when the consumer stops.
 *
 * @param file the program
 * @param request JSON of its only request
 * @param files frames after the request, created while the engine reads them
 * @throws SupervisionFailure if the supervising process is killed or fails; Error with its message if it refuses the
 *   request
 */
export async function* framesOfProject(
  file: string,
  command: 'index' | 'entries' | 'copies',
  request: object,
  signal?: AbortSignal,
  files: Iterable<Frame> = [],
): AsyncGenerator<Frame> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = withStreams(spawn(file, [command], { env, stdio: ['pipe', 'pipe', 'pipe'] }));
  const kill = () => child.kill('SIGKILL');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_BYTES);
  });
  const end = new Promise<Error | undefined>((resolve) => {
    child.on('error', (error) => resolve(notStarted(error)));
    child.once('close', (code, by) => resolve(failureOf(code, by, stderr)));
  });
  // Otherwise it would continue after `process.exit`.
  process.once('exit', kill);
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted) kill();
  try {
    // Writing to a dead process fails with EPIPE; its exit has the reason.
    child.stdin.on('error', () => {});
    Readable.from(encoded(request, files)).pipe(child.stdin);
    const reader = new FrameReader();
    for await (const chunk of child.stdout) {
      reader.push(chunk);
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) yield frame;
    }
    const failure = await end;
    if (failure !== undefined) throw failure;
  } finally {
    process.removeListener('exit', kill);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

function* encoded(request: object, files: Iterable<Frame>): Generator<Buffer> {
  yield encodeFrame(JSON.stringify(request));
  for (const { header, body } of files) yield encodeFrame(header, body);
}

function notStarted(error: Error): Error {
  return isTooManyOpenFiles(error) ? error : new SupervisionFailure(`does not start: ${error.message}`);
}

function failureOf(code: number | null, signal: NodeJS.Signals | null, stderr: string): Error | undefined {
  if (code === 0) return undefined;
  if (code === ERRORS.too_many_open_files.exit) return tooManyOpenFiles();
  if (signal !== null) return new SupervisionFailure(`was killed by ${signal}`);
  return SUPERVISION_FAILED.has(code) ? new SupervisionFailure('failed') : new Error(stderr);
}
