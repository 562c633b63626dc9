import { realpathSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';

interface LabelledProject {
  label: string;
  path: string;
  root: string;
}

const BY_HAND = 'List the projects in a file: analyzer workspace index --manifest FILE.';

/** @throws {AnalyzerError} `usage` with both paths if two projects have the same label */
export function requireDistinctLabels(projects: readonly LabelledProject[]): void {
  const byLabel = new Map<string, LabelledProject>();
  for (const project of projects) {
    const other = byLabel.get(project.label);
    if (other !== undefined) {
      throw new AnalyzerError(
        'usage',
        { problem: `${other.path} and ${project.path} would both have the name ${project.label}` },
        { hint: BY_HAND },
      );
    }
    byLabel.set(project.label, project);
  }
}

/** @throws {AnalyzerError} `usage` with both paths if one project contains another or is the same */
export function requireDisjointRoots(projects: readonly LabelledProject[]): void {
  const located = projects.map((project) => ({ project, location: `${realpathSync(project.root)}/` }));
  // In this order a folder directly precedes its content.
  located.sort((a, b) => compareBytes(a.location, b.location));
  let outer = located[0];
  for (const inner of located.slice(1)) {
    if (outer !== undefined && inner.location.startsWith(outer.location)) {
      const relation =
        inner.location === outer.location ? 'are the same folder' : 'overlap: the first contains the second';
      throw new AnalyzerError(
        'usage',
        { problem: `${outer.project.path} and ${inner.project.path} ${relation}` },
        { hint: 'Projects must not share files; use only one of them.' },
      );
    }
    outer = inner;
  }
}
