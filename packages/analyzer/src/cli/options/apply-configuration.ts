import { dirname, isAbsolute, join } from 'node:path';
import type { ConfigV1 } from '@analyzer/contracts/analyzer.config.v1';
import type { Command } from 'commander';
import {
  type AppliedConfiguration,
  type Configuration,
  type ConfigurationChoice,
  SETTING_FLAGS,
  SETTING_NAMES,
  type SettingName,
  type Settings,
} from './configuration.ts';
import { readConfiguration } from './read-configuration.ts';

/** Commands to which the settings in `check` apply. */
const CHECKS: ReadonlySet<string> = new Set(['check', 'baseline']);

/**
 * Adds the settings of the configuration file to the flags of a command. A flag overrides the setting of the same name;
 * globs of both are excluded.
 *
 * @param warn as in `readConfiguration`
 * @throws AnalyzerError as `readConfiguration`
 */
export function applyConfiguration(command: Command, warn: (line: string) => void): void {
  const choice: ConfigurationChoice = command.opts();
  const configuration = readConfiguration(choice, warn);
  if (configuration === undefined) return;
  const settings = settingsFor(command, configuration.settings);
  const { all, exclude: globs = [] }: { all?: true; exclude?: string[] } = command.opts();
  const applied = new Map<SettingName, 'file' | 'file+option'>();
  for (const name of SETTING_NAMES) {
    const { flag } = SETTING_FLAGS[name];
    const value = settings[name];
    const isFlag = command.getOptionValueSource(flag) === 'cli';
    if (value === undefined || !command.options.some((it) => it.attributeName() === flag)) continue;
    if (name === 'exclude') {
      // With the option `--all` the globs of the file have no effect.
      if (all === true || settings.exclude === undefined || settings.exclude.length === 0) continue;
      command.setOptionValueWithSource(flag, [...settings.exclude, ...globs], 'config');
      applied.set(name, isFlag ? 'file+option' : 'file');
    } else if (!isFlag) {
      command.setOptionValueWithSource(flag, name === 'contracts' ? besideFile(configuration, value) : value, 'config');
      applied.set(name, 'file');
    }
  }
  const configured: AppliedConfiguration = { ...configuration, applied };
  command.setOptionValueWithSource('configured', configured, 'config');
}

/** A path in a configuration file, which is relative to the file. */
function besideFile({ file }: Configuration, path: unknown): string {
  const written = String(path);
  return isAbsolute(written) ? written : join(dirname(file.path), written);
}

/** The settings for one command. Flags without a value are absent if the setting is their default. */
function settingsFor(command: Command, { check = {}, ...common }: ConfigV1): Settings {
  const { all, gitignore, ...settings } = CHECKS.has(command.name()) ? { ...common, ...check } : common;
  return { ...settings, ...(all === true && { all }), ...(gitignore === false && { gitignore }) };
}
