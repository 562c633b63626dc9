import { workerData } from 'node:worker_threads';
import { AnalyzerError } from '@analyzer/contracts';
import type { BridgeData, Failure, Order, Reply } from './messages.ts';
import { Session } from './session.ts';

/** Time between signs of life to the owner, who cannot receive messages of a thread that hangs. */
const ALIVE_MS = 200;

const { url, port, memory }: BridgeData = workerData;
const cells = new Int32Array(memory);
let session: Session | undefined;
/** The answer to the order before; orders come one by one, apart from `cancel`. */
let answered: Promise<void> = Promise.resolve();

const alive = setInterval(() => {
  Atomics.add(cells, 1, 1);
}, ALIVE_MS);

port.on('message', async (order: Order) => {
  if (order.type === 'close') {
    await session?.close();
    clearInterval(alive);
    return port.close();
  }
  const before = answered;
  answered = send(order.type === 'cancel' ? cancelled(before) : answer(order));
});

async function send(replying: Promise<Reply>): Promise<void> {
  const reply = await replying.catch((error: unknown): Reply => ({ failed: failureOf(error) }));
  port.postMessage(reply);
  Atomics.add(cells, 0, 1);
  Atomics.notify(cells, 0);
}

async function cancelled(statements: Promise<void>): Promise<Reply> {
  await session?.cancel(statements);
  return { ok: [] };
}

async function answer(order: Order & { type: 'connect' | 'run' }): Promise<Reply> {
  if (order.type === 'connect') {
    session = await Session.open(url);
    return { ok: [] };
  }
  if (session === undefined) throw new Error('the bridge has no connection');
  return { ok: await session.run(order.statements) };
}

function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const lost = session === undefined || session.isLost;
  if (!(error instanceof AnalyzerError)) return { message, lost };
  const { code, details, hint } = error;
  return { message, lost, known: { code, details: { ...details }, ...(hint !== undefined && { hint }) } };
}
