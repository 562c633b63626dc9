import { AnalyzerError } from '@analyzer/contracts';
import { checkRevision } from '@analyzer/core/check/check-revision.ts';
import type { ReadFiles } from '@analyzer/core/check/compare-states.ts';
import type { Check, Copy } from '@analyzer/core/check/model.ts';
import type { NamedPlace, ProjectChange } from '@analyzer/core/extract/dispatch/new-findings.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { readElements } from '@analyzer/core/scan/read-elements.ts';
import type { Outcomes } from '@analyzer/core/scan/read-entries.ts';
import { scanSides } from '@analyzer/core/scan/scan.ts';
import { GitTree } from '@analyzer/core/tree/git/git-tree.ts';
import { countedClasses } from '../options/scan.ts';
import { brokenImports } from './broken-imports.ts';

/**
 * Scans a project now and at a commit, and compares both as `analyzer check` does.
 *
 * @param root absolute path of the project
 * @throws AnalyzerError `cancelled`
 */
export async function scanSince(
  root: string,
  commit: string,
  engine: Engine,
  signal?: AbortSignal,
): Promise<ProjectChange | { problem: string }> {
  try {
    const source = await GitTree.open(`${commit}:${root}`, signal);
    try {
      return await compared(root, source, engine, signal);
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof AnalyzerError) || error.code === 'cancelled') throw error;
    return { problem: `the project cannot be scanned: ${error.message}` };
  }
}

async function compared(
  root: string,
  source: GitTree,
  engine: Engine,
  signal: AbortSignal | undefined,
): Promise<ProjectChange> {
  const options = completeOptions({});
  const outcomes: Outcomes = new Map();
  const context = { engine, outcomes, ...(signal && { signal }) };
  const scanning = { ...context, withoutCalls: true, withCopyEvidence: true, foldsOnlyAfter: true };
  const [before, now] = await scanSides(source, root, options, scanning);
  const read: ReadFiles = {
    now: (paths) => readElements(root, options, paths, context),
    before: (paths) => readElements(source, options, paths, context),
    // The commit of the task is near: no earlier version of a file counts.
    earlier: async () => [],
  };
  const against = { revision: { written: '', object: source.named, compared_with: source.revision.object } };
  return changeOf(await checkRevision(now, before, against, countedClasses({}), read), before, now);
}

function changeOf({ groups, cycles }: Check, before: Scan, now: Scan): ProjectChange {
  return {
    copies: groups.map(({ fresh, family }) => ({ fresh: fresh.map(placeOf), all: family.copies.map(placeOf) })),
    cycles: cycles.map(({ files }) => ({ files })),
    broken: brokenImports(before, now),
  };
}

function placeOf({ path, qualified_name: name, start_line: line, end_line: end }: Copy): NamedPlace {
  return { path, name, line, end };
}
