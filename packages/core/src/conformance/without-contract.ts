import type { DirectoryCoverage } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { compareBytes } from '@analyzer/contracts/order';
import type { Body } from './observation.ts';
import type { CodeFile, CodeProject } from './project.ts';

/** Number of declarations without a contract per directory, ordered by path; test files are skipped. */
export function withoutContract(project: CodeProject, covered: readonly Body[]): DirectoryCoverage[] {
  const spoken = new Map<CodeFile, Set<number>>();
  for (const { file, index } of covered) {
    const last = file.declarations[index]?.last ?? file.declarations.length - 1;
    const set = spoken.get(file) ?? new Set();
    for (let at = Math.max(0, index); at <= last; at++) set.add(at);
    spoken.set(file, set);
  }
  const counts = new Map<string, DirectoryCoverage>();
  for (const file of project.files.values()) {
    const directory = file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/')) : '.';
    const count = counts.get(directory) ?? { directory, declarations: 0, without: 0 };
    for (const [index, { isTest }] of file.declarations.entries()) {
      if (isTest) continue;
      count.declarations += 1;
      if (spoken.get(file)?.has(index) !== true) count.without += 1;
    }
    counts.set(directory, count);
  }
  return [...counts.values()]
    .filter(({ declarations }) => declarations > 0)
    .sort((a, b) => compareBytes(a.directory, b.directory));
}
