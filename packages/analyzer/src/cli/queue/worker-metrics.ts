import type { WorkerEvent } from '@analyzer/core/queue/worker.ts';
import { gauge, type Metric, processMetrics } from './metrics.ts';

/** Counts the jobs of a worker. */
export class WorkerMetrics {
  readonly #ended: Record<WorkerEvent['type'], number> = { done: 0, failed: 0, lost: 0 };
  #running = 0;
  #seconds = 0;

  run(change: 1 | -1): void {
    this.#running += change;
  }

  end(event: WorkerEvent): void {
    this.#ended[event.type]++;
    if (event.type === 'done') this.#seconds += event.milliseconds / 1_000;
  }

  all(): Metric[] {
    return [
      {
        name: 'worker_jobs_total',
        type: 'counter',
        help: 'Ended jobs by result.',
        values: this.#ended,
        label: 'result',
      },
      gauge('worker_jobs_running', 'Jobs that run.', this.#running),
      { ...gauge('worker_done_seconds_total', 'Time of jobs that are done.', this.#seconds), type: 'counter' },
      ...processMetrics(),
    ];
  }
}
