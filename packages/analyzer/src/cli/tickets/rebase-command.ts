import type { Command } from 'commander';
import { dbOption } from '../options/db.ts';
import { formatOption } from '../options/format.ts';
import type { TicketsRebaseFlags } from './flags.ts';
import { REBASE_FORMATS } from './rebase-lines.ts';
import { planfileOption, stateOption } from './state-option.ts';

const EXAMPLES = `
Examples:
  analyzer workspace index projects --discover
  analyzer tickets rebase --dry-run
  analyzer tickets rebase
  analyzer tickets rebase --config extraction.json

Index the projects first. The recorded plan gets the copies of the index;
families, packages and tasks keep their ids. Work on unchanged functions is
checked again and kept; for other work a new ticket asks again. With another
configuration, families move to the packages that its routes choose, and those
of packages that it adds are new. An interrupted run continues.

Exit codes:
  0 done, 2 wrong usage, 3 no such file or index, 4 no index of this program,
  a source file changed since it was indexed, or the tracker fails,
  7 another process uses the state, 70 internal or not written,
  130 interrupted
`;

/** Adds `tickets rebase`. */
export function addRebase(tickets: Command): void {
  tickets
    .command('rebase')
    .summary('continue after the sources changed')
    .description('Continue after the sources changed: keep the work that still holds, ask again for the rest.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(dbOption())
    .addOption(stateOption())
    .addOption(planfileOption())
    .option('--config <file>', 'another configuration: packages, routes, releases (default: that of the plan)')
    .option('--ticket-program <file>', 'program that works on the tickets under koru, as for materialize')
    .option('--dry-run', 'only print what would happen')
    .optionsGroup('Output:')
    .addOption(formatOption(REBASE_FORMATS, ', or '))
    .addHelpText('after', EXAMPLES)
    .action(async (flags: TicketsRebaseFlags) => {
      const { ticketsRebaseCommand } = await import('./rebase.ts');
      await ticketsRebaseCommand(flags);
    });
}
