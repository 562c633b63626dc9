import { expect, test } from 'vitest';
import { gauge, metricsText } from './metrics.ts';
import { WorkerMetrics } from './worker-metrics.ts';

test('metrics of a worker count running and ended jobs', () => {
  const metrics = new WorkerMetrics();
  for (const change of [1, 1, 1, -1] as const) metrics.run(change);
  metrics.end({ type: 'done', label: 'a', milliseconds: 1_500 });
  metrics.end({ type: 'failed', label: 'b', problem: 'x', isFinal: true });
  const lines = metricsText(metrics.all()).split('\n');
  expect(lines[1]).toBe('# TYPE analyzer_worker_jobs_total counter');
  expect(lines).toEqual(
    expect.arrayContaining([
      'analyzer_worker_jobs_total{result="done"} 1',
      'analyzer_worker_jobs_total{result="failed"} 1',
      'analyzer_worker_jobs_total{result="lost"} 0',
      'analyzer_worker_jobs_running 2',
      'analyzer_worker_done_seconds_total 1.5',
    ]),
  );
});

test('a metric without label is one line', () => {
  expect(metricsText([gauge('x', 'Help.', 3)])).toBe(
    '# HELP analyzer_x Help.\n# TYPE analyzer_x gauge\nanalyzer_x 3\n',
  );
});
