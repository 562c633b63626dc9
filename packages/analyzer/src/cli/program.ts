import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { addCacheCommands } from './cache/command.ts';
import { addCheckCommands } from './check/command.ts';
import { addCompletion } from './completion/command.ts';
import { addConfig } from './config/command.ts';
import { addContracts } from './contracts/command.ts';
import { addDiff } from './diff/command.ts';
import { addDraft } from './draft/command.ts';
import { addHistory } from './history/command.ts';
import { addManifest } from './manifest/command.ts';
import { addMap } from './map/command.ts';
import { addMissed } from './missed/command.ts';
import { isConfigurable, mayHaveConfiguration } from './options/configuration.ts';
import { say } from './output/messages.ts';
import { addQueueCommands } from './queue/command.ts';
import { addScan } from './scan/command.ts';
import { addServe } from './serve/command.ts';
import { addLsp } from './serve/lsp-command.ts';
import type { Installation } from './serve/servers.ts';
import { addShow } from './show/command.ts';
import { addTickets } from './tickets/command.ts';
import { addWatch } from './watch/command.ts';
import { addWorkspace } from './workspace/command.ts';

const ROOT_EXAMPLES = `
Examples:
  analyzer .                    short for analyzer scan .
  analyzer --detail files src   only folders and files
  analyzer scan --help          every option
`;

/**
 * Builds the command line: names, options, help. The code of a command is loaded when it runs.
 *
 * @param show receives the requested help or version
 */
export function buildProgram(show: (text: string) => void, installation: Installation): Command {
  const program = new Command('analyzer')
    .description(manifest.description)
    .version(manifest.version, '-V, --version', 'print the version')
    .usage('<path> | <command> …')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError(true)
    .configureOutput({ writeOut: show, outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', ROOT_EXAMPLES)
    .hook('preAction', async (_, command) => {
      if (!isConfigurable(command) || !mayHaveConfiguration(command.opts())) return;
      const { applyConfiguration } = await import('./options/apply-configuration.ts');
      applyConfiguration(command, say);
    });
  addScan(program);
  addShow(program);
  addDiff(program);
  addCheckCommands(program);
  addMissed(program);
  addHistory(program);
  addDraft(program);
  addWatch(program);
  addMap(program);
  addWorkspace(program);
  addQueueCommands(program);
  addTickets(program);
  addServe(program, installation);
  addLsp(program, installation);
  addManifest(program);
  addConfig(program);
  addCacheCommands(program);
  addContracts(program);
  addCompletion(program);
  return program;
}
