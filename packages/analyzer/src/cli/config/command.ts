import type { Command } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { formatOption } from '../options/format.ts';
import { addCopies, addSelection } from '../options/scan.ts';
import { CONFIG_FORMATS } from './formats.ts';

const CONFIG_EXAMPLES = `
Examples:
  analyzer config                        settings in force, and where each is from
  analyzer config --config team.json     with another file
  analyzer config --format json          for programs

Exit codes:
  0 done, 2 wrong usage or an invalid file, 3 no such file,
  70 internal or not written
`;

/** Adds `config`. */
export function addConfig(program: Command): void {
  const config = program
    .command('config')
    .summary('show the settings in force')
    .description(
      'Show the settings that the other commands use in this folder, and whether each is a default, from a configuration file, or an option of this command.',
    )
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(formatOption(CONFIG_FORMATS, ', or '));
  addConfiguration(config);
  addCopies(addSelection(config))
    .addHelpText('after', CONFIG_EXAMPLES)
    .action(async (_, command: Command) => {
      const { configCommand } = await import('./run.ts');
      await configCommand(command.opts(), (option) => command.getOptionValueSource(option) === 'cli');
    });
}
