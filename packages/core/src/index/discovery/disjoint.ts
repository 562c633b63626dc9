import { realpathSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';

interface Placed {
  label: string;
  path: string;
  root: string;
}

const BY_HAND = 'Name the projects in a file of your own: analyzer workspace index --manifest FILE.';

/** @throws {AnalyzerError} `usage` naming both paths, when two projects would go by one label */
export function requireDistinctLabels(projects: readonly Placed[]): void {
  const byLabel = new Map<string, Placed>();
  for (const project of projects) {
    const other = byLabel.get(project.label);
    if (other !== undefined) {
      throw new AnalyzerError(
        'usage',
        { problem: `${other.path} and ${project.path} would both be called ${project.label}` },
        { hint: BY_HAND },
      );
    }
    byLabel.set(project.label, project);
  }
}

/** @throws {AnalyzerError} `usage` naming both paths, when one project lies in another or is the same */
export function requireDisjointRoots(projects: readonly Placed[]): void {
  const placed = projects.map((project) => ({ project, place: `${realpathSync(project.root)}/` }));
  // In this order a folder comes right before what is in it.
  placed.sort((a, b) => compareBytes(a.place, b.place));
  let outer = placed[0];
  for (const inner of placed.slice(1)) {
    if (outer !== undefined && inner.place.startsWith(outer.place)) {
      const relation = inner.place === outer.place ? 'are the same folder' : 'overlap: the second lies in the first';
      throw new AnalyzerError(
        'usage',
        { problem: `${outer.project.path} and ${inner.project.path} ${relation}` },
        { hint: 'Projects must not share files; give only one of them.' },
      );
    }
    outer = inner;
  }
}
