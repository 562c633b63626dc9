/** A metric of Prometheus. */
export interface Metric {
  /** Without the prefix `analyzer_`. */
  name: string;
  type: 'counter' | 'gauge';
  help: string;
  /** By the value of `label`, or one under the empty string. */
  values: Readonly<Record<string, number>>;
  label?: string;
}

/** Text format 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(lines).join('');
}

function lines({ name, type, help, values, label }: Metric): string {
  const full = `analyzer_${name}`;
  const samples = Object.entries(values).map(([value, number]) => {
    return `${full}${label === undefined ? '' : `{${label}="${value}"}`} ${number}\n`;
  });
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${samples.join('')}`;
}

/** Metrics of each program that has them. */
export function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    gauge('resident_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    { ...gauge('cpu_seconds_total', 'Processor time of the process.', (user + system) / 1e6), type: 'counter' },
  ];
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, values: { '': value } };
}
