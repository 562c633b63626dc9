import type { Measurements } from '@analyzer/contracts/pages/dashboard';
import type { Metric } from '../event/metric.ts';

export type Measured = Measurements;

/** Metrics of a service that are shown, those that were measured longest ago are dropped first. */
const MAX_METRICS = 8;
const VALUES_LIMIT = 48;

/** Notes one value, within its limit or not. @param at time in milliseconds */
export function noteMeasurement(metrics: Measured[], { name, value, limit, direction }: Metric, at: number): void {
  const index = metrics.findIndex((one) => one.name === name);
  const [known] = index < 0 ? [] : metrics.splice(index, 1);
  const values: Measured['values'] = [...(known?.values ?? []).slice(1 - VALUES_LIMIT), [at, value]];
  metrics.push({ name, limit, direction, values });
  if (metrics.length > MAX_METRICS) metrics.shift();
}
