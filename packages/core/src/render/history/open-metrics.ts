import { SHARE_FILES, type ShareFiles } from '#check/share.ts';
import type { CopyHistory, HistoryStep } from '#history/model.ts';

interface Metric {
  name: string;
  help: string;
  /** Undefined for a step without this number. */
  of: (step: HistoryStep, files: ShareFiles) => number | undefined;
}

const METRICS: readonly Metric[] = [
  { name: 'analyzer_lines', help: 'Lines of analyzed files.', of: (step, files) => step[files].lines },
  {
    name: 'analyzer_repeated_lines',
    help: 'Lines in listed copies without the kind near, each line once.',
    of: (step, files) => step[files].repeated,
  },
  {
    name: 'analyzer_repeated_lines_with_near',
    help: 'Lines in listed copies of all kinds, each line once.',
    of: (step, files) => step.near?.[files].repeated,
  },
  {
    name: 'analyzer_copy_groups',
    help: 'Listed groups of copies without the kind near.',
    of: (step, files) => step[files].groups,
  },
  { name: 'analyzer_functions', help: 'Functions and methods.', of: (step, files) => step[files].functions },
];

/** OpenMetrics text with the times of the commits; of commits of one second the last one counts. */
export function* renderHistoryOpenMetrics({ root, steps }: CopyHistory): Generator<string> {
  const byTime = new Map<number, HistoryStep>();
  for (const step of steps) byTime.set(Date.parse(step.date) / 1000, step);
  const ordered = [...byTime].sort(([a], [b]) => a - b);
  const project = `project="${escaped(root)}"`;
  for (const { name, help, of } of METRICS) {
    yield `# TYPE ${name} gauge\n# HELP ${name} ${help}\n`;
    for (const files of SHARE_FILES) {
      for (const [time, step] of ordered) {
        const value = of(step, files);
        if (value !== undefined) yield `${name}{${project},files="${files}"} ${value} ${time}\n`;
      }
    }
  }
  yield '# TYPE analyzer_import_cycles gauge\n# HELP analyzer_import_cycles Import cycles of all files.\n';
  for (const [time, { cycles }] of ordered) yield `analyzer_import_cycles{${project}} ${cycles} ${time}\n`;
  yield '# EOF\n';
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
