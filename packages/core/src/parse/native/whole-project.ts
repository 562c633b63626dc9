import { spawn } from 'node:child_process';
import { describeDeath } from '../pool/death.ts';
import { encodeFrame, type Frame, FrameReader } from '../pool/wire.ts';

const STDERR_KEPT = 4096;

/**
 * Lets the native engine scan a complete project, `analyzer-rs index`, in a process of its own. It waits while its
 * frames are not consumed, and ends when the consumer stops.
 *
 * @param file the program
 * @param request JSON of its only request
 * @throws Error with its message if it ends early or is killed by the signal
 */
export async function* framesOfProject(file: string, request: object, signal?: AbortSignal): AsyncGenerator<Frame> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(file, ['index'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  const end = new Promise<string | undefined>((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.once('close', (code, by) => resolve(code === 0 ? undefined : describeDeath({ code, signal: by, stderr })));
  });
  // Otherwise it would continue after `process.exit`.
  process.once('exit', kill);
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted) kill();
  try {
    // Writing to a dead process fails with EPIPE; its exit has the reason.
    child.stdin.on('error', () => {});
    child.stdin.end(encodeFrame(JSON.stringify(request)));
    const reader = new FrameReader();
    for await (const chunk of child.stdout) {
      reader.push(chunk);
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) yield frame;
    }
    const failure = await end;
    if (failure !== undefined) throw new Error(failure);
  } finally {
    process.removeListener('exit', kill);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}
