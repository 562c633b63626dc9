import { draftWriter } from '@analyzer/core/drafts/packet-draft.ts';
import { checkoutsOf } from '@analyzer/core/extract/materialize/checkouts.ts';
import { contextPack } from '@analyzer/core/extract/materialize/context-pack.ts';
import { requireUnchangedFiles } from '@analyzer/core/extract/materialize/require-current.ts';
import type { Plan } from '@analyzer/core/extract/plan/model.ts';
import { indexedCopies } from '@analyzer/core/extract/rebase/indexed-copies.ts';
import { readReconfiguration } from '@analyzer/core/extract/rebase/read-reconfiguration.ts';
import { planRebase, rebase } from '@analyzer/core/extract/rebase/rebase.ts';
import type { Reconfiguration } from '@analyzer/core/extract/rebase/reconfigured.ts';
import { subjectsOf } from '@analyzer/core/extract/result/subjects.ts';
import {
  type Checkout,
  currentPlan,
  type ExtractionState,
  type PlannedTask,
} from '@analyzer/core/extract/state/model.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import type { Snapshot } from '@analyzer/core/index/port.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';
import { openTreeEngine } from '../engine/open.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import { choiceOf, handlingBy } from './choice.ts';
import { asFileError, readConfig } from './config-file.ts';
import type { TicketsRebaseFlags } from './flags.ts';
import { grammars } from './grammars.ts';
import { requireRepositories } from './open-hosting.ts';
import { REBASE_FORMATS } from './rebase-lines.ts';
import { openTicketProjects } from './ticket-projects.ts';
import { withProjects } from './with-projects.ts';

/** Brings the recorded plan to the sources of the index, and to another configuration, and prints what changed. */
export async function ticketsRebaseCommand(flags: TicketsRebaseFlags): Promise<void> {
  const config = flags.config === undefined ? undefined : readConfig(flags.config);
  await interruptible(async (signal) => {
    const reader = await openIndex(flags.db, { signal });
    const engine = openTreeEngine({}, signal);
    const stateFile = flags.dryRun ? undefined : await StateFile.lock(flags.state);
    try {
      const before = stateFile?.read() ?? readState(flags.state);
      const choice = choiceOf(flags, before);
      const { snapshot, close } = reader.open();
      const recorded = currentPlan(before);
      const change = config && readReconfiguration(snapshot, config, recorded);
      const checkouts = change === undefined ? before.checkouts : withAdded(before, change, reader.roots(snapshot));
      const { tracker } = before;
      if (change !== undefined) {
        const location = { path: flags.config ?? '', pointer: '' };
        await requireRepositories(change.config, { checkouts, tracker, planfile: flags.planfile, signal }, location);
      }
      const current = indexedCopies(snapshot, recorded);
      const input = {
        projects: openTicketProjects(checkouts, tracker, flags.planfile),
        choice,
        handling: handlingBy(choice, flags),
        grammars: grammars(),
        // Files that no task uses may have changed.
        requireCurrent: async () => undefined,
        contextOf: contextsOf(snapshot, checkouts, draftWriter(engine, signal), signal),
      };
      const rebased = await withProjects({ ...before, checkouts }, flags, async (projects) => {
        const planned = await planRebase(before, current, projects, change);
        await requireUnchangedFiles(snapshot, checkouts, planned.plan, signal);
        return stateFile === undefined ? planned : rebase(stateFile, before, current, projects, input, change);
      });
      close();
      await writeStream(process.stdout, await REBASE_FORMATS[flags.format].render(rebased), signal);
    } catch (error) {
      throw flags.config === undefined ? error : asFileError(error, flags.config);
    } finally {
      await engine.close();
      stateFile?.release();
      reader.close();
    }
  });
}

/** The texts of context files, from the projects' sources. */
function contextsOf(
  snapshot: Snapshot,
  checkouts: readonly Checkout[],
  write: ReturnType<typeof draftWriter>,
  signal: AbortSignal,
) {
  const quote = quoter(new Map(checkouts.map(({ project, root }) => [project, root])), signal);
  return (plan: Plan) => {
    const subjects = subjectsOf(plan);
    return (task: PlannedTask) =>
      contextPack(task, subjects.get(task.task_key) ?? { package: null, families: [] }, {
        plan,
        snapshot,
        quote,
        write,
      });
  };
}

/** The recorded folders, and those of projects that only the configuration brings into the plan, as indexed. */
function withAdded(
  { checkouts }: ExtractionState,
  { routed }: Reconfiguration,
  indexed: ReadonlyMap<string, string>,
): Checkout[] {
  const needed = routed.flatMap(({ family, target }) => [
    ...family.occurrences.map(({ project }) => project),
    ...('package' in target ? [target.package.project] : []),
  ]);
  const projects = [...new Set([...checkouts.map(({ project }) => project), ...needed])];
  return checkoutsOf(projects, { named: new Map(), recorded: checkouts, indexed });
}
