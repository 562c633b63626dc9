import { hostname } from 'node:os';
import { AnalyzerError } from '@analyzer/contracts';
import { type WorkerEvent, work } from '@analyzer/core/queue/worker.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { limitHeapGrowth, limitYoungGeneration } from '../engine/heap-growth.ts';
import { openIndexEngine } from '../engine/open.ts';
import { say } from '../output/messages.ts';
import { stopSignal } from '../output/stop-signal.ts';
import type { WorkerFlags } from './flags.ts';
import { withQueue } from './open-queue.ts';
import { withStatus } from './status-server.ts';
import { WorkerMetrics } from './worker-metrics.ts';

/** Indexes projects until the queue is empty or the process gets a signal. */
export async function workerCommand(flags: WorkerFlags): Promise<void> {
  limitHeapGrowth();
  await withQueue(flags.queue, async () => undefined);
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort(new AnalyzerError('cancelled', {})));
  const engineFlags = { ...flags, jobs: 1 };
  const metrics = new WorkerMetrics();
  const status = { isRunning: () => !stop.signal.aborted, metrics: () => metrics.all() };
  await withStatus(flags.statusPort, status, () =>
    work(flags.queue, {
      name: `${hostname()}:${process.pid}`,
      jobs: flags.jobs,
      openEngine: () => {
        const engine = openIndexEngine(engineFlags, stop.signal);
        if (engine.wholeProject === undefined) limitYoungGeneration();
        return engine;
      },
      cacheDir: flags.cacheDir,
      leaseSeconds: flags.lease,
      keepJobs: flags.keepJobs,
      once: flags.once ?? false,
      onRunning: (change) => metrics.run(change),
      onEvent: (event) => {
        metrics.end(event);
        say(line(event));
      },
      signal: stop.signal,
    }),
  );
}

function line(event: WorkerEvent): string {
  const label = visible(event.label);
  switch (event.type) {
    case 'done':
      return `${label}: indexed in ${(event.milliseconds / 1_000).toFixed(1)} s`;
    case 'failed':
      return `${label}: ${visible(event.problem)}${event.isFinal ? '' : ' – it is tried again later'}`;
    case 'lost':
      return `${label}: another worker has it, or it was removed`;
  }
}
