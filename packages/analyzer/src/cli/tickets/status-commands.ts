import type { Command } from 'commander';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import type { ExplainFlags, StatusFlags } from './flags.ts';
import { STATUS_FORMATS } from './formats.ts';
import { planfileOption, stateOption } from './state-option.ts';

const STATUS_EXAMPLES = `
Examples:
  analyzer tickets status
  analyzer tickets status --format html -o status.html
  analyzer tickets status --reconcile

All tickets and results are read again. --reconcile sets the label
waiting:analyzer-dependencies, which keeps other runners from a ticket: it
stays until the results of all tasks before it are consistent.

Exit codes:
  0 done, 1 a result is refused or a person must decide, 2 wrong usage,
  3 no such file, 4 the tracker fails, 7 another process uses the state
  file (with --reconcile), 70 internal or not written, 130 interrupted
`;

const EXPLAIN_EXAMPLES = `
Examples:
  analyzer tickets explain migrate-0f8bb7a2e5b5d3ea8c40

Exit codes:
  0 done, 2 wrong usage, 3 no such task or file, 4 the tracker fails,
  70 internal, 130 interrupted
`;

/** Adds `tickets status`. */
export function addStatus(tickets: Command): void {
  const status = tickets
    .command('status')
    .summary('show the state of every task')
    .description('Show the state of every task, from its ticket and its result.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .option('--reconcile', 'set or remove the waiting label of every ticket')
    .optionsGroup('Output:')
    .addOption(formatOption(STATUS_FORMATS, ', or '));
  addStyle(addOutputFile(status))
    .addHelpText('after', STATUS_EXAMPLES)
    .action(async (flags: StatusFlags) => {
      const { statusCommand } = await import('./status.ts');
      await statusCommand(flags);
    });
}

/** Adds `tickets explain`. */
export function addExplain(tickets: Command): void {
  tickets
    .command('explain')
    .summary('show why a task has its state')
    .description('Show why a task has its state: its ticket, result, digests, attempts, and what comes next.')
    .argument('<task_key>', 'key of the task')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .addHelpText('after', EXPLAIN_EXAMPLES)
    .action(async (key: string, flags: ExplainFlags) => {
      const { explainCommand } = await import('./explain.ts');
      await explainCommand(key, flags);
    });
}
