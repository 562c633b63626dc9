import type { ConfigV1 } from '@analyzer/contracts/analyzer.config.v1';
import { type Command, Option } from 'commander';

/** A configuration file in force. */
export interface Configuration {
  /** Its path, as the user wrote it, or `analyzer.json` for that of the working folder. */
  path: string;
  settings: ConfigV1;
}

/** Choice of the configuration file; a flag that is not set is absent. */
export interface ConfigurationChoice {
  /** A file, or false with `--no-config`. */
  config?: string | false;
  /** Set before the command runs: the file whose settings are among its flags. */
  configured?: Configuration;
}

export function addConfiguration(command: Command): Command {
  return command
    .optionsGroup('Configuration:')
    .addOption(new Option('--config <file>', 'settings (default: analyzer.json of the current folder, if present)'))
    .option('--no-config', 'use no configuration file');
}

/** Whether the settings of a configuration file apply to a command. */
export function isConfigurable(command: Command): boolean {
  return command.options.some((option) => option.attributeName() === 'config');
}
