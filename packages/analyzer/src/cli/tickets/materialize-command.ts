import { type Command, Option } from 'commander';
import { dbOption } from '../options/db.ts';
import { collect, wholeNumber } from '../options/values.ts';
import { DEFAULT_FOLDER, DEFAULT_TIMEOUT } from './choice-defaults.ts';
import type { TicketsMaterializeFlags } from './flags.ts';
import { planfileOption, stateOption } from './state-option.ts';

const MAX_TIMEOUT = 604_800;

const EXAMPLES = `
Examples:
  analyzer tickets materialize plan.json --dry-run
  analyzer tickets materialize plan.json
  analyzer tickets materialize plan.json --checkout billing=../billing
  analyzer tickets materialize plan.json --tracker planfile

Each task becomes a ticket of its project: a Markdown file in the ticket
folder, or a ticket of planfile, which must be installed. A second run with
the same plan changes nothing; an interrupted one continues.

Exit codes:
  0 done, 2 wrong usage or an invalid plan, 3 no such file or index,
  4 the plan, the index or a source file changed, or the tracker fails,
  7 another process uses the state, 70 internal or not written,
  130 interrupted
`;

/** Adds `tickets materialize`. */
export function addMaterialize(tickets: Command): void {
  tickets
    .command('materialize')
    .summary('create the tickets of a plan')
    .description('Create the tickets of a plan in its projects, with context files and dependencies.')
    .configureHelp({ optionDescription: (option) => option.description })
    .argument('<plan>', 'file of `analyzer tickets plan`')
    .addOption(dbOption())
    .addOption(stateOption())
    .option('--checkout <project=path>', 'folder of a project (default: that of the index; repeatable)', collect)
    .option('--accept-unrelated', 'accept files that changed since they were indexed, if no task uses them')
    .option('--dry-run', 'only print what would happen')
    .optionsGroup('Tracker and executor (default: those of the state file):')
    .addOption(
      new Option('--tracker <kind>', 'embedded (default): one Markdown file for each ticket; or planfile').choices([
        'embedded',
        'planfile',
      ]),
    )
    .option('--ticket-folder <name>', `folder of the tickets in each project (default ${DEFAULT_FOLDER})`)
    .addOption(planfileOption())
    .addOption(
      new Option('--executor <kind>', 'command (default): any program; or koru, with the tracker planfile').choices([
        'command',
        'koru',
      ]),
    )
    .option('--ticket-program <file>', 'program that works on the tickets under koru (default: the model of koru)')
    .addOption(
      new Option('--timeout <seconds>', `time limit of one attempt (default ${DEFAULT_TIMEOUT})`).argParser(
        wholeNumber(1, MAX_TIMEOUT),
      ),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (plan: string, flags: TicketsMaterializeFlags) => {
      const { ticketsMaterializeCommand } = await import('./materialize.ts');
      await ticketsMaterializeCommand(plan, flags);
    });
}
