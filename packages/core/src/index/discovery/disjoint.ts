import { realpathSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';

interface Placed {
  label: string;
  path: string;
  root: string;
}

const BY_HAND = 'List the projects in a file: analyzer workspace index --manifest FILE.';

/** @throws {AnalyzerError} `usage` with both paths if two projects have the same label */
export function requireDistinctLabels(projects: readonly Placed[]): void {
  const byLabel = new Map<string, Placed>();
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
export function requireDisjointRoots(projects: readonly Placed[]): void {
  const placed = projects.map((project) => ({ project, place: `${realpathSync(project.root)}/` }));
  // In this order a folder directly precedes its content.
  placed.sort((a, b) => compareBytes(a.place, b.place));
  let outer = placed[0];
  for (const inner of placed.slice(1)) {
    if (outer !== undefined && inner.place.startsWith(outer.place)) {
      const relation = inner.place === outer.place ? 'are the same folder' : 'overlap: the first contains the second';
      throw new AnalyzerError(
        'usage',
        { problem: `${outer.project.path} and ${inner.project.path} ${relation}` },
        { hint: 'Projects must not share files; use only one of them.' },
      );
    }
    outer = inner;
  }
}
