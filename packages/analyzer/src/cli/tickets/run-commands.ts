import { type Command, Option } from 'commander';
import { collect, wholeNumber } from '../options/values.ts';
import type { DispatchFlags, ResolveFlags, RunFlags } from './flags.ts';
import { planfileOption, stateOption } from './state-option.ts';

const MAX_STEPS = 1_000_000;
const DEFAULT_STEPS = 1_000;
/** A week. */
const MAX_SECONDS = 604_800;

const DISPATCH_EXAMPLES = `
Examples:
  analyzer tickets dispatch                    list the tasks that are ready
  analyzer tickets dispatch --execute --program ./agent --limit 1
  analyzer tickets dispatch --execute --program ~/.venv/bin/koru

Without --execute nothing runs and nothing changes. The exit code of the
program is not believed: tickets and results are read again.

Exit codes:
  0 done, 1 a result is refused or a person must decide, 2 wrong usage,
  3 no such file, 4 the tracker fails or an attempt is ambiguous,
  7 another process uses the state file, 70 internal or not written,
  130 interrupted
`;

const RUN_EXAMPLES = `
Examples:
  analyzer tickets run --execute --program ./agent
  analyzer tickets run --execute --program ./agent --max-steps 3

A step is one task. The last line of the output says why the run stopped:
complete, max_steps, waiting, needs_person, ambiguous, failed, interrupted.

Exit codes:
  0 complete or max_steps, 1 stopped for another reason, 2 wrong usage,
  3 no such file, 4 the tracker fails or an attempt is ambiguous,
  7 another process uses the state file, 70 internal or not written,
  130 interrupted
`;

const RESOLVE_EXAMPLES = `
Examples:
  analyzer tickets attempts resolve migrate-0f8bb7a2e5b5d3ea8c40
  analyzer tickets attempts resolve package-0f8bb7a2e5b5d3ea8c40 --accept
  analyzer tickets attempts resolve migrate-0f8bb7a2e5b5d3ea8c40 --replace
  analyzer tickets attempts resolve design-0f8bb7a2e5b5d3ea8c40 --revise

First check what the attempt changed in the project. An accepted result then
completes the ticket; without a result the task may run again. --accept is for a
result that only a person can decide about: it stays consistent, never verified.
--replace moves a result to .analyzer-artifacts/refused and creates a new ticket.
--revise does so with an accepted design or route review. The results after it
stay: those that agree with the new design count again, the others are refused.

Exit codes:
  0 done, 1 the task is still not complete or ready, 2 wrong usage,
  3 no such task or file, 4 the tracker fails or the attempt still runs,
  7 another process uses the state file, 70 internal or not written,
  130 interrupted
`;

/** The program is named here or in the environment, never in a file that a project contains. */
function addRunner(command: Command): Command {
  return command
    .optionsGroup('Executor:')
    .addOption(
      new Option('--program <file>', 'program of the executor (default: $ANALYZER_EXECUTOR; for koru also koru)').env(
        'ANALYZER_EXECUTOR',
      ),
    )
    .option('--arg <text>', 'argument of the program, for the executor command (repeatable)', collect)
    .addOption(
      new Option('--timeout <seconds>', 'end a task after this time (default: that of the state file)').argParser(
        wholeNumber(1, MAX_SECONDS),
      ),
    );
}

/** Adds `tickets dispatch`. */
export function addDispatch(tickets: Command): void {
  const dispatch = tickets
    .command('dispatch')
    .summary('hand ready tasks to the executor')
    .description('List the tasks that are ready; with --execute, hand each of them to the executor.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .addOption(new Option('--limit <n>', 'maximum number of tasks').argParser(wholeNumber(1, MAX_STEPS)))
    .option('--execute', 'run the executor');
  addRunner(dispatch)
    .addHelpText('after', DISPATCH_EXAMPLES)
    .action(async (flags: DispatchFlags) => {
      const { dispatchCommand } = await import('./dispatch.ts');
      await dispatchCommand(flags);
    });
}

/** Adds `tickets run`. */
export function addRun(tickets: Command): void {
  const run = tickets
    .command('run')
    .summary('run one task after the other')
    .description('Run ready tasks one after the other, until none is ready.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .addOption(
      new Option('--max-steps <n>', `maximum number of tasks (default ${DEFAULT_STEPS})`)
        .argParser(wholeNumber(0, MAX_STEPS))
        .default(DEFAULT_STEPS),
    )
    .option('--execute', 'run the executor; without it, list the tasks that are ready')
    .option('--sync-remote', 'sync the issue of each task before and after it, as `tickets sync` does');
  addRunner(run)
    .addHelpText('after', RUN_EXAMPLES)
    .action(async (flags: RunFlags) => {
      const { runCommand } = await import('./run.ts');
      await runCommand(flags);
    });
}

/** Adds `tickets attempts`. */
export function addAttempts(tickets: Command): void {
  tickets
    .command('attempts')
    .summary('settle attempts with unknown effects')
    .description('Settle attempts of which the effects are not known.')
    .command('resolve')
    .summary('settle the attempts of a task')
    .description('Settle the attempts of a task after you checked what they changed.')
    .argument('<task_key>', 'key of the task')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .addOption(
      new Option('--accept', 'accept the result although checks are undecided; you reviewed it').conflicts('replace'),
    )
    .option('--replace', 'replace the ticket and its refused result by a new ticket')
    .addOption(
      new Option('--revise', 'replace the accepted result of a design by a new ticket').conflicts([
        'accept',
        'replace',
      ]),
    )
    .addHelpText('after', RESOLVE_EXAMPLES)
    .action(async (key: string, flags: ResolveFlags) => {
      const { resolveCommand } = await import('./resolve.ts');
      await resolveCommand(key, flags);
    });
}
