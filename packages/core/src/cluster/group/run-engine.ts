import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { EngineRun, SqlEngine } from './engine.ts';

/** Of the end of stderr, which has the reason. */
const MAX_MESSAGE = 2000;

/**
 * Runs statements in a new process.
 *
 * @param folder the working folder, to which paths in the statements are relative
 * @returns stdout: the rows of the last statement, separated by TAB and LF
 * @throws AnalyzerError `engine_failed` with the engine's message; the signal's reason
 */
export async function runEngine(
  engine: SqlEngine,
  statements: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const script = 'script';
  writeFileSync(join(folder, script), engine.script(statements));
  const child = spawn(engine.command, engine.args(script), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Spark's program is a shell script that starts Java: the signal must reach both.
    detached: true,
  });
  const stop = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  signal.addEventListener('abort', stop);
  try {
    const [stdout, stderr] = [collect(child.stdout), collectEnd(child.stderr)];
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw failed(engine, stderr() === '' ? `exit code ${code}` : stderr());
    return stdout();
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? failed(engine, error.message) : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** @param folder the working folder */
export function engineRun(
  engine: SqlEngine,
  folder: string,
  threads: number | undefined,
  signal: AbortSignal,
): EngineRun {
  const { dialect } = engine;
  return {
    dialect,
    run: (statements) => runEngine(engine, [...dialect.settings(threads), ...statements], folder, signal),
    failed: (reason) => failed(engine, reason),
  };
}

function failed(engine: SqlEngine, reason: string): AnalyzerError {
  return new AnalyzerError('engine_failed', { engine: engine.runs, reason });
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: string[] = [];
  stream.setEncoding('utf8').on('data', (text: string) => parts.push(text));
  return () => parts.join('');
}

function collectEnd(stream: NodeJS.ReadableStream): () => string {
  let end = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    end = (end + text).slice(-MAX_MESSAGE);
  });
  return () => end.trim();
}
