import type { Command } from 'commander';
import type { PublishTaskFlags } from './flags.ts';
import { planfileOption, stateOption } from './state-option.ts';

const EXAMPLES = `
Examples:
  analyzer tickets publish migrate-0f8bb7a2e5b5d3ea8c40             say what would be sent
  analyzer tickets publish migrate-0f8bb7a2e5b5d3ea8c40 --execute

For repositories of GitHub whose remote origin is that of the configuration.
Only the branch of the task is pushed, never forced, and no hook runs; Git
connects and logs in as you configured it. The pull request goes to the default
branch; the token is that of GH_TOKEN or GITHUB_TOKEN. A second run changes
nothing.

Exit codes:
  0 done, 2 wrong usage, the task is not complete, or the repository of the
  configuration is not that of the remote origin, 3 no such task or file,
  4 the server or the service fails or refuses, 7 another process uses the state
  file, 70 internal, 130 interrupted
`;

/** Adds `tickets publish`. */
export function addPublish(tickets: Command): void {
  tickets
    .command('publish')
    .summary('push the branch of a task, and open its pull request')
    .description('Say which branch would be pushed and which pull request opened; with --execute, do both.')
    .argument('<task_key>', 'key of the task')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .option('--execute', 'push the branch and open the pull request')
    .addHelpText('after', EXAMPLES)
    .action(async (key: string, flags: PublishTaskFlags) => {
      const { publishCommand } = await import('./publish.ts');
      await publishCommand(key, flags);
    });
}
