import { statSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import type { WorkspaceProject } from './project.ts';

/**
 * Assigns source roots chosen for all projects to the projects that contain them.
 *
 * @param given relative to the root of a project
 * @throws {AnalyzerError} `not_found` for a source root that no project contains
 */
export function withOwnSourceRoots(
  projects: readonly WorkspaceProject[],
  given: readonly string[],
): WorkspaceProject[] {
  const unused = new Set(given);
  const equipped = projects.map((project) => {
    const own = given.filter((path) => statSync(`${project.root}/${path}`, { throwIfNoEntry: false })?.isDirectory());
    for (const path of own) unused.delete(path);
    return { ...project, options: { ...project.options, source_roots: own } };
  });
  for (const name of unused) {
    throw new AnalyzerError(
      'not_found',
      { what: 'source root in any project', name },
      { hint: 'A source root is a folder relative to the root of a project, such as src or lib/python.' },
    );
  }
  return equipped;
}
