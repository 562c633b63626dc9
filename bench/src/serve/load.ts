import { setTimeout as wait } from 'node:timers/promises';
import type { Ask } from './clients.ts';

export interface Latency {
  answers: number;
  failed: number;
  /** Milliseconds since the scheduled time of a request, so that a slow server is not measured less often (coordinated omission). */
  p50: number;
  p95: number;
  p99: number;
  /** Megabytes of all answers. */
  megabytes: number;
}

/** Sends requests at a constant rate, whether or not the earlier ones are answered. */
export async function atRate(
  ask: Ask,
  bodies: readonly Buffer[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Latency> {
  const times: number[] = [];
  let [failed, bytes] = [0, 0];
  const pending = new Set<Promise<void>>();
  const start = performance.now();
  for (let n = 0; n < rate * seconds; n++) {
    const due = start + (n * 1000) / rate;
    while (performance.now() < due) await wait(1);
    const body = bodies[n % bodies.length] ?? Buffer.alloc(0);
    const answered = ask(body).then(
      (size) => {
        times.push(performance.now() - due);
        bytes += size;
      },
      () => {
        failed++;
      },
    );
    pending.add(answered);
    void answered.finally(() => pending.delete(answered));
  }
  await Promise.all(pending);
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { answers: times.length, failed, p50: at(0.5), p95: at(0.95), p99: at(0.99), megabytes: bytes / 1e6 };
}
