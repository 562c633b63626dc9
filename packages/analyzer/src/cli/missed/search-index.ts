import { basename } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { type IndexedProject, readIndexedProjects } from '@analyzer/core/index/indexed-projects.ts';
import { isOnServer, openIndex, shownPlace } from '@analyzer/core/index/reader.ts';
import type { MissedContext } from '@analyzer/core/missed/find-in-projects.ts';
import { findMissedInAll } from '@analyzer/core/missed/find-missed.ts';
import type { Missed, MissedOptions } from '@analyzer/core/missed/model.ts';
import type { ProjectToSearch } from '@analyzer/core/missed/searched-project.ts';
import { GitTree } from '@analyzer/core/tree/git/git-tree.ts';
import { say } from '../output/messages.ts';

/**
 * Searches the histories of the projects of an index, in the folders where they were indexed. Projects without a history on
 * this machine are named on stderr.
 *
 * @throws {AnalyzerError} `not_found` if no project has a history; errors of `openIndex` and `findMissedInAll`
 */
export async function searchIndex(db: string, options: MissedOptions, context: MissedContext): Promise<Missed> {
  const { signal } = context;
  const reader = await openIndex(db, { ...(signal && { signal }) });
  const indexed = readIndexedProjects(reader);
  reader.close();
  const projects: ProjectToSearch[] = [];
  try {
    for (const project of indexed) {
      const tree = await headOf(project, signal);
      if (tree !== undefined) projects.push({ label: project.label, tree, scan: project.options });
    }
    if (projects.length === 0) {
      throw new AnalyzerError(
        'not_found',
        { what: 'git history of the projects of the index', name: shownPlace(db) },
        { hint: 'Projects are read in the folders where this machine indexed them, at their last commits.' },
      );
    }
    return await findMissedInAll(isOnServer(db) ? shownPlace(db) : basename(db), projects, options, context);
  } finally {
    for (const { tree } of projects) await tree.close();
  }
}

async function headOf({ label, root }: IndexedProject, signal: AbortSignal | undefined): Promise<GitTree | undefined> {
  if (root === undefined) {
    say(`not searched: ${label}: another machine indexed it`);
    return undefined;
  }
  try {
    return await GitTree.open(`HEAD:${root}`, signal);
  } catch (error) {
    if (!(error instanceof AnalyzerError) || (error.code !== 'not_found' && error.code !== 'unreadable')) throw error;
    say(`not searched: ${label}: ${error.message}`);
    return undefined;
  }
}
