import { AnalyzerError } from '@analyzer/contracts';
import type { Projects } from '@analyzer/core/extract/dispatch/survey.ts';
import type { TicketProject } from '@analyzer/core/extract/materialize/materialize.ts';
import { resultFiles } from '@analyzer/core/extract/result/result-files.ts';
import { SourceParser } from '@analyzer/core/extract/result/source-parser.ts';
import type { ExtractionState } from '@analyzer/core/extract/state/model.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import type { StateFlags } from './flags.ts';
import { scanSince } from './scan-since.ts';
import { openTicketProjects } from './ticket-projects.ts';

/**
 * The projects of a state, with their tickets and results.
 *
 * @param engine that parses and scans them, owned by the caller
 */
export function openProjects(
  { checkouts, tracker, work_trees: workTrees = [] }: ExtractionState,
  { planfile }: StateFlags,
  engine: () => Engine,
): Projects {
  const sources = new SourceParser((job) => engine().parse(job));
  const projects = openTicketProjects(checkouts, tracker, planfile);
  const workRoots = new Map(workTrees.map(({ project, root }) => [project, root]));
  const workRootOf = (project: string): string => workRoots.get(project) ?? open(project).checkout.root;
  const open = (label: string): TicketProject => {
    const project = projects.get(label);
    if (project !== undefined) return project;
    throw new AnalyzerError(
      'tracker_unavailable',
      { problem: `the folder of the project ${label} is not known` },
      { hint: 'Run `analyzer tickets materialize` again.' },
    );
  };
  return {
    rootOf: (project) => open(project).checkout.root,
    workRootOf,
    useWorkTree: (project, root) => workRoots.set(project, root),
    trackerOf: (project) => open(project).tracker,
    folderOf: (project) => open(project).files,
    filesOf: (project) =>
      projects.has(project) ? resultFiles(open(project).checkout.root, sources, workRootOf(project)) : undefined,
    scanSince: (project, commit, signal) => scanSince(workRootOf(project), commit, engine(), signal),
  };
}
