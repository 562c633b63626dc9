import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import { draftWriter } from '@analyzer/core/drafts/packet-draft.ts';
import { checkoutsOf } from '@analyzer/core/extract/materialize/checkouts.ts';
import { contextPack } from '@analyzer/core/extract/materialize/context-pack.ts';
import { type MaterializeInput, materialize, previewActions } from '@analyzer/core/extract/materialize/materialize.ts';
import { requireSamePlan, requireUnchangedFiles } from '@analyzer/core/extract/materialize/require-current.ts';
import { planOf } from '@analyzer/core/extract/plan/plan.ts';
import { subjectsOf } from '@analyzer/core/extract/result/subjects.ts';
import type { ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { readStateIfPresent, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';
import { openTreeEngine } from '../engine/open.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import { choiceOf, handlingBy } from './choice.ts';
import type { TicketsMaterializeFlags } from './flags.ts';
import { grammars } from './grammars.ts';
import { actionLines, outcomeLines } from './materialize-lines.ts';
import { requireRepositories } from './open-hosting.ts';
import { readPlan } from './read-plan.ts';
import { openTicketProjects } from './ticket-projects.ts';

/** Creates the tickets of a plan, or prints what would happen. */
export async function ticketsMaterializeCommand(path: string, flags: TicketsMaterializeFlags): Promise<void> {
  const plan = readPlan(path);
  const named = namedCheckouts(flags.checkout ?? []);
  await interruptible(async (signal) => {
    const reader = await openIndex(flags.db, { signal });
    const engine = openTreeEngine({}, signal);
    const stateFile = flags.dryRun ? undefined : await StateFile.lock(flags.state);
    try {
      const before = stateFile === undefined ? readStateIfPresent(flags.state) : stateFile.read();
      const choice = choiceOf(flags, before);
      const handling = handlingBy(choice, flags);
      const { snapshot, close } = reader.open();
      const roots = reader.roots(snapshot);
      const sources = { named, recorded: before?.checkouts ?? [], indexed: roots };
      const checkouts = checkoutsOf(projectsOf(plan, before), sources);
      const { tracker } = choice;
      const location = { path, pointer: '/config' };
      await requireRepositories(plan.config, { checkouts, tracker, planfile: flags.planfile, signal }, location);
      const source = { plan, snapshot, quote: quoter(roots, signal), write: draftWriter(engine, signal) };
      const subjects = subjectsOf(plan);
      const input: MaterializeInput = {
        plan,
        projects: openTicketProjects(checkouts, choice.tracker, flags.planfile),
        choice,
        handling,
        grammars: grammars(),
        async requireCurrent(areFilesCited) {
          requireSamePlan(plan, planOf(snapshot, plan.config, plan.options), path);
          if (areFilesCited)
            await requireUnchangedFiles(snapshot, checkouts, flags.acceptUnrelated ? plan : undefined, signal);
        },
        contextOf: (task) => contextPack(task, subjects.get(task.task_key) ?? { package: null, families: [] }, source),
      };
      const lines =
        stateFile === undefined
          ? actionLines(await previewActions(before, input))
          : outcomeLines(await materialize(stateFile, input));
      close();
      await writeStream(process.stdout, lines, signal);
    } finally {
      await engine.close();
      stateFile?.release();
      reader.close();
    }
  });
}

/** The projects of the plan, and those with tickets of earlier plans that still exist. */
function projectsOf({ tasks }: ExtractionPlanV1, before: ExtractionState | undefined): string[] {
  const earlier = (before?.checkouts ?? []).filter(({ root }) => existsSync(root));
  return [...new Set([...tasks, ...earlier].map(({ project }) => project))];
}

function namedCheckouts(values: readonly string[]): Map<string, string> {
  return new Map(
    values.map((value) => {
      const equals = value.indexOf('=');
      if (equals > 0) return [value.slice(0, equals), resolve(value.slice(equals + 1))];
      throw new AnalyzerError(
        'usage',
        { problem: `--checkout ${value} has no project` },
        { hint: 'Write --checkout PROJECT=PATH.' },
      );
    }),
  );
}
