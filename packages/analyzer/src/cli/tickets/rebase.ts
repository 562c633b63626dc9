import { draftWriter } from '@analyzer/core/drafts/packet-draft.ts';
import { contextPack } from '@analyzer/core/extract/materialize/context-pack.ts';
import { requireUnchangedFiles } from '@analyzer/core/extract/materialize/require-current.ts';
import type { Plan } from '@analyzer/core/extract/plan/model.ts';
import { indexedCopies } from '@analyzer/core/extract/rebase/indexed-copies.ts';
import { planRebase, rebase } from '@analyzer/core/extract/rebase/rebase.ts';
import { subjectsOf } from '@analyzer/core/extract/result/subjects.ts';
import { currentPlan, type PlannedTask } from '@analyzer/core/extract/state/model.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';
import { openTreeEngine } from '../engine/open.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import { choiceOf, handlingBy } from './choice.ts';
import type { TicketsRebaseFlags } from './flags.ts';
import { grammars } from './grammars.ts';
import { REBASE_FORMATS } from './rebase-lines.ts';
import { openTicketProjects } from './ticket-projects.ts';
import { withProjects } from './with-projects.ts';

/** Brings the recorded plan to the sources of the index and prints what changed. */
export async function ticketsRebaseCommand(flags: TicketsRebaseFlags): Promise<void> {
  await interruptible(async (signal) => {
    const reader = await openIndex(flags.db, { signal });
    const engine = openTreeEngine(signal);
    const stateFile = flags.dryRun ? undefined : await StateFile.lock(flags.state);
    try {
      const before = stateFile?.read() ?? readState(flags.state);
      const choice = choiceOf(flags, before);
      const { checkouts, tracker } = before;
      const { snapshot, close } = reader.open();
      const quote = quoter(new Map(checkouts.map(({ project, root }) => [project, root])), signal);
      const current = indexedCopies(snapshot, currentPlan(before));
      const input = {
        projects: openTicketProjects(checkouts, tracker, flags.planfile),
        choice,
        handling: handlingBy(choice, flags),
        grammars: grammars(),
        // Files that no task uses may have changed.
        requireCurrent: async () => undefined,
        contextOf(plan: Plan) {
          const subjects = subjectsOf(plan);
          const source = { plan, snapshot, quote, write: draftWriter(engine, signal) };
          return (task: PlannedTask) =>
            contextPack(task, subjects.get(task.task_key) ?? { package: null, families: [] }, source);
        },
      };
      const rebased = await withProjects(before, flags, async (projects) => {
        const planned = await planRebase(before, current, projects);
        await requireUnchangedFiles(snapshot, checkouts, planned.plan, signal);
        return stateFile === undefined ? planned : rebase(stateFile, before, current, projects, input);
      });
      close();
      await writeStream(process.stdout, await REBASE_FORMATS[flags.format].render(rebased), signal);
    } finally {
      await engine.close();
      stateFile?.release();
      reader.close();
    }
  });
}
