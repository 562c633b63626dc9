import { AnalyzerError } from '@analyzer/contracts';
import type { ExtractionConfigV1 } from '@analyzer/contracts/analyzer.extraction-config.v1';
import { type ConfigLocation, checkedRepositories } from '@analyzer/core/extract/hosting/check-repositories.ts';
import { GITHUB, PlanfileHosting } from '@analyzer/core/extract/hosting/planfile/planfile-hosting.ts';
import type { Hosting } from '@analyzer/core/extract/hosting/port.ts';
import { type Checkout, currentPlan, type ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { PlanfileProgram } from '@analyzer/core/extract/tracker/planfile/planfile-program.ts';
import type { StateFlags } from './flags.ts';
import { planfileProgram } from './ticket-projects.ts';

/** The issues of a project, and its repository. */
export interface ProjectHosting {
  hosting: Hosting;
  /** organization/repository */
  repository: string;
}

/**
 * The repositories of all projects that have tasks of the current plan.
 *
 * @throws AnalyzerError `usage` for the embedded tracker; `tracker_unavailable`; `invalid_file` with the pointer of a
 *   repository that cannot be used
 */
export async function openHosting(
  state: ExtractionState,
  { state: path, planfile }: StateFlags,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ProjectHosting>> {
  if (state.tracker.kind === 'embedded') {
    throw new AnalyzerError(
      'usage',
      { problem: 'the tickets of this state are files of the projects: there are no issues to sync' },
      { hint: 'Commit and push the files, or create the tickets in a new state file with --tracker planfile.' },
    );
  }
  const plan = currentPlan(state);
  const projects = new Set(plan.tasks.map(({ project }) => project));
  const checkouts = state.checkouts.filter(({ project }) => projects.has(project));
  const program = new PlanfileProgram(planfileProgram(planfile));
  const location = { path, pointer: `/plans/${state.plans.length - 1}/config` };
  const sources = { checkouts, trackerRepository: repositoryOf(program), host: GITHUB, signal };
  const repositories = await checkedRepositories(plan.config, sources, location);
  return new Map(
    checkouts.flatMap(({ project, root }) => {
      const repository = repositories.get(project);
      if (repository === undefined) return [];
      return [[project, { repository, hosting: new PlanfileHosting(root, repository, program) }]];
    }),
  );
}

/**
 * Compares the repositories of a configuration that are known, before tickets are created.
 *
 * @throws AnalyzerError `invalid_file`, `tracker_unavailable`
 */
export async function requireRepositories(
  config: ExtractionConfigV1,
  {
    checkouts,
    tracker,
    planfile,
    signal,
  }: {
    checkouts: readonly Checkout[];
    tracker: ExtractionState['tracker'];
    planfile: string | undefined;
    signal: AbortSignal;
  },
  location: ConfigLocation,
): Promise<void> {
  const trackerRepository =
    tracker.kind === 'embedded' ? async () => undefined : repositoryOf(new PlanfileProgram(planfileProgram(planfile)));
  await checkedRepositories(config, { checkouts, trackerRepository, host: undefined, signal }, location);
}

function repositoryOf(program: PlanfileProgram) {
  return async ({ root }: Checkout): Promise<string | undefined> => {
    const found = await program.request({ root, operation: 'repository', arguments: { root } });
    return typeof found === 'string' ? found : undefined;
  };
}
