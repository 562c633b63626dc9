import type { Command } from 'commander';
import type { SyncFlags } from './flags.ts';
import { planfileOption, stateOption } from './state-option.ts';

const EXAMPLES = `
Examples:
  analyzer tickets sync              list the issues that would change
  analyzer tickets sync --execute

For tickets of planfile in repositories of GitHub. Without --execute nothing
is sent and nothing changes. Tickets become issues; nothing is read from the
issues. The token is that of planfile.

Exit codes:
  0 done, 2 wrong usage or a repository of the configuration is empty or
  not that of the remote origin, 3 no such file, 4 planfile or the service
  fails, 7 another process uses the state file (with --execute),
  70 internal or not written, 130 interrupted
`;

/** Adds `tickets sync`. */
export function addSync(tickets: Command): void {
  tickets
    .command('sync')
    .summary('create and update issues of the tickets')
    .description('List the issues that the tickets would create or update; with --execute, create and update them.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .option('--execute', 'send the tickets to the hosting service')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: SyncFlags) => {
      const { syncCommand } = await import('./sync.ts');
      await syncCommand(flags);
    });
}
