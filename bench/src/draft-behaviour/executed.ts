import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

interface PythonCoverage {
  files: Record<string, { executed_lines: number[] }>;
}

type Istanbul = Record<
  string,
  { statementMap: Record<string, { start: { line: number } }>; s: Record<string, number> }
>;

/**
 * Lines that a run executed, by path.
 *
 * @param file the JSON report of coverage.py, or that of Istanbul (c8, nyc, Vitest)
 * @param folder in which the run was
 */
export function executedLines(file: string, folder: string): Map<string, Set<number>> {
  const report: PythonCoverage | Istanbul = JSON.parse(readFileSync(file, 'utf8'));
  const lines = new Map<string, Set<number>>();
  if (isPython(report)) {
    for (const [path, { executed_lines }] of Object.entries(report.files)) lines.set(path, new Set(executed_lines));
    return lines;
  }
  for (const [path, { statementMap, s }] of Object.entries(report)) {
    const its = Object.entries(statementMap).filter(([id]) => (s[id] ?? 0) > 0);
    lines.set(relative(folder, path), new Set(its.map(([, { start }]) => start.line)));
  }
  return lines;
}

function isPython(report: PythonCoverage | Istanbul): report is PythonCoverage {
  return 'meta' in report && 'files' in report;
}
