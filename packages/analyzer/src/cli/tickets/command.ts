import { type Command, Option } from 'commander';
import { DEFAULT_DB, dbOption } from '../options/db.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { wholeNumber } from '../options/values.ts';
import { addCatalog } from './catalog-command.ts';
import type { TicketsConfigFlags, TicketsPlanFlags } from './flags.ts';
import { PLAN_FORMATS } from './formats.ts';
import { addMaterialize } from './materialize-command.ts';
import { addPublish } from './publish-command.ts';
import { addRebase } from './rebase-command.ts';
import { addAttempts, addDispatch, addRun } from './run-commands.ts';
import { addExplain, addStatus } from './status-commands.ts';
import { addSync } from './sync-command.ts';
import { addBegin, addSubmit } from './work-commands.ts';

const DEFAULT_GROUPS = 50;
const MAX_GROUPS = 10_000;

const CONFIG_EXAMPLES = `
Examples:
  analyzer tickets config --coordinator shop -o extraction.json
  analyzer tickets config --coordinator shop --db shared.db

Complete the file by hand: packages that exist, routes of functions to
packages, and the remote of each repository.

Exit codes:
  0 done, 2 wrong usage or the file exists, 3 no such project or index,
  4 no index of this program, 70 internal or not written, 130 interrupted
`;

const PLAN_EXAMPLES = `
Examples:
  analyzer tickets plan --config extraction.json -o plan.json
  analyzer tickets plan --config extraction.json --format terminal
  analyzer tickets plan --config extraction.json --max-groups 10
  analyzer tickets plan --config extraction.json --no-include-shape

The plan (analyzer.extraction-plan.v1) depends only on the index, the
configuration and the options. Nothing is created or changed.

Exit codes:
  0 done, 2 wrong usage, an invalid configuration, or the file exists,
  3 no such file or index, 4 no index yet or no index of this program,
  70 internal or not written, 130 interrupted
`;

/** Adds `tickets`. */
export function addTickets(program: Command): void {
  const tickets = program
    .command('tickets')
    .summary('plan the extraction of shared code')
    .description('Plan how repeated functions move to shared packages, as tasks for people and agents.');
  addConfigCommand(tickets);
  addPlan(tickets);
  addMaterialize(tickets);
  addRebase(tickets);
  addStatus(tickets);
  addExplain(tickets);
  addBegin(tickets);
  addSubmit(tickets);
  addPublish(tickets);
  addDispatch(tickets);
  addRun(tickets);
  addAttempts(tickets);
  addSync(tickets);
  addCatalog(tickets);
}

function addConfigCommand(tickets: Command): void {
  const config = tickets
    .command('config')
    .summary('write a configuration to start from')
    .description('Write a configuration (analyzer.extraction-config.v1) to start from.')
    .configureHelp({ optionDescription: (option) => option.description })
    .requiredOption('--coordinator <project>', 'project that coordinates the extraction and receives new packages')
    .option('--db <file>', `index that lists the projects (default ${DEFAULT_DB}, if it exists)`)
    .addOption(
      new Option(
        '--planning <kind>',
        'libraries (default): few packages, the best first; families: one for each family',
      )
        .choices(['libraries', 'families'])
        .default('libraries'),
    );
  addOutputFile(config)
    .addHelpText('after', CONFIG_EXAMPLES)
    .action(async (flags: TicketsConfigFlags) => {
      const { ticketsConfigCommand } = await import('./config.ts');
      await ticketsConfigCommand(flags);
    });
}

function addPlan(tickets: Command): void {
  const plan = tickets
    .command('plan')
    .summary('plan the extraction of repeated functions')
    .description('Write the plan: families of copies, the package of each, and the tasks in their order.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(dbOption())
    .requiredOption('--config <file>', 'where extracted code goes (analyzer.extraction-config.v1)')
    .optionsGroup('Selection:')
    .option('--include-tests', 'functions in tests are candidates too (default: only evidence)')
    .option('--include-shape', 'include functions that are identical up to renaming, and similar ones (default)', true)
    .option('--no-include-shape', 'only identical functions')
    .option('--include-blocks', 'include repeated blocks of statements')
    .addOption(
      new Option('--max-groups <n>', `maximum number of families, by rank (default ${DEFAULT_GROUPS})`)
        .argParser(wholeNumber(1, MAX_GROUPS))
        .default(DEFAULT_GROUPS),
    )
    .option('--queue <name>', 'queue of the tickets (default: that of the configuration, analyzer)')
    .optionsGroup('Output:')
    .addOption(formatOption(PLAN_FORMATS, ', or '));
  addStyle(addOutputFile(plan))
    .addHelpText('after', PLAN_EXAMPLES)
    .action(async (flags: TicketsPlanFlags) => {
      const { ticketsPlanCommand } = await import('./plan.ts');
      await ticketsPlanCommand(flags);
    });
}
