import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ANALYZER } from '../../folders.ts';
import type { Started } from '../../serve/server.ts';

/** A line of the client of `serve mcp`, and how long its answer took. */
export type AskMcp = (line: Buffer) => Promise<void>;

/** Starts `analyzer serve mcp`, which has no port, and initializes the connection. */
export async function startMcp(db: string): Promise<Omit<Started, 'port'> & { ask: AskMcp }> {
  const child = spawn(process.execPath, [ANALYZER, 'serve', 'mcp', '--db', db], { stdio: ['pipe', 'pipe', 'inherit'] });
  let answers = 0;
  let changed = (): void => undefined;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  createInterface(child.stdout).on('line', () => {
    answers++;
    changed();
  });
  const next = async (count: number, isLate: () => boolean): Promise<void> => {
    while (answers < count) {
      if (child.exitCode !== null) throw new Error(`serve mcp ended with ${child.exitCode}`);
      if (isLate()) throw new Error('no answer');
      await Promise.race([new Promise<void>((resolve) => (changed = resolve)), sleep(LATE_MS), ended]);
    }
  };
  const ask: AskMcp = async (line) => {
    const wanted = answers + (needsAnswer(line) ? 1 : 0);
    const started = performance.now();
    child.stdin.write(Buffer.concat([line, NEWLINE]));
    await next(wanted, () => performance.now() - started >= LATE_MS);
  };
  await ask(Buffer.from(JSON.stringify(INITIALIZE)));
  const stop = (): Promise<void> => {
    child.stdin.end();
    return ended;
  };
  return { child, ask, stop };
}

const LATE_MS = 10_000;
const NEWLINE = Buffer.from('\n');
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/** Whether a line is neither blank, a notification nor a response. */
function needsAnswer(line: Buffer): boolean {
  if (line.length === 0 || line.equals(Buffer.from('\r'))) return false;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch {
    return true;
  }
  if (Array.isArray(value)) return true;
  const { jsonrpc, id, method, params: _, ...others }: Record<string, unknown> = Object(value);
  if (method === undefined) return !('result' in others || 'error' in others);
  const isNotification = jsonrpc === '2.0' && typeof method === 'string' && id === undefined;
  return !isNotification || Object.keys(others).length > 0;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
