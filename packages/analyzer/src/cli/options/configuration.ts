import { lstatSync } from 'node:fs';
import type { ConfigV1 } from '@analyzer/contracts/analyzer.config.v1';
import type { SettingsFile } from '@analyzer/core/discovery/settings-file.ts';
import type { IntendedMirror } from '@analyzer/core/lists/intended-mirror.ts';
import { CONFIGURATION_FILE } from '@analyzer/core/scan/configuration-file.ts';
import { type Command, Option } from 'commander';

/** The settings of commands that scan, and those of `check` and `baseline` only. */
export type Settings = Omit<ConfigV1, '$schema' | 'schema' | 'check' | 'mirrors' | 'projects'> &
  NonNullable<ConfigV1['check']>;

/** The flag of each setting: its key among the flags of a command, and how a user writes it. */
export const SETTING_FLAGS = {
  profile: { flag: 'profile', option: '--profile' },
  all: { flag: 'all', option: '--all' },
  gitignore: { flag: 'gitignore', option: '--no-gitignore' },
  exclude: { flag: 'exclude', option: '--exclude' },
  test_globs: { flag: 'testGlob', option: '--test-glob' },
  generated_globs: { flag: 'generatedGlob', option: '--generated-glob' },
  source_roots: { flag: 'sourceRoot', option: '--source-root' },
  max_bytes: { flag: 'maxBytes', option: '--max-bytes' },
  min_nodes: { flag: 'minNodes', option: '--min-nodes' },
  min_near_nodes: { flag: 'minNear', option: '--min-near' },
  min_block_nodes: { flag: 'minBlock', option: '--min-block' },
  min_block_shape_nodes: { flag: 'minBlockShape', option: '--min-block-shape' },
  kinds: { flag: 'kinds', option: '--kinds' },
  without: { flag: 'without', option: '--without' },
  include: { flag: 'include', option: '--include' },
  max_share: { flag: 'maxShare', option: '--max-share' },
  cycles: { flag: 'cycles', option: '--cycles' },
  contracts: { flag: 'contracts', option: '--contracts' },
} as const satisfies Record<keyof Settings, { flag: string; option: string }>;

/** Scan options that the configuration file may set for check and baseline only. */
export const OPTIONS_OF_CHECK = [
  'min_nodes',
  'min_near_nodes',
  'min_block_nodes',
  'min_block_shape_nodes',
  'kinds',
] as const;

export type SettingName = keyof typeof SETTING_FLAGS;

export const SETTING_NAMES = Object.keys(SETTING_FLAGS).filter((name): name is SettingName =>
  Object.hasOwn(SETTING_FLAGS, name),
);

/** A configuration file in force. */
export interface Configuration {
  file: SettingsFile;
  settings: ConfigV1;
}

/** A configuration file whose settings are among the flags of a command. */
export interface AppliedConfiguration extends Configuration {
  /** The settings that have an effect on the command; globs of `file+option` are from both. */
  applied: ReadonlyMap<SettingName, 'file' | 'file+option'>;
}

/** Choice of the configuration file; a flag that is not set is absent. */
export interface ConfigurationChoice {
  /** A file, or false with `--no-config`. */
  config?: string | false;
  /** Set before the command runs. */
  configured?: AppliedConfiguration;
}

export function addConfiguration(command: Command): Command {
  return command
    .optionsGroup('Configuration:')
    .addOption(new Option('--config <file>', 'settings (default: analyzer.json of the current folder, if present)'))
    .option('--no-config', 'use no configuration file');
}

/** Whether the settings of a configuration file apply to a command: only these commands have `--no-config`. */
export function isConfigurable(command: Command): boolean {
  return command.options.some((option) => option.long === '--no-config');
}

/** Whether a configuration file may be read: the modules that read one are loaded only then. */
export function mayHaveConfiguration({ config }: ConfigurationChoice): boolean {
  if (config !== undefined) return config !== false;
  return lstatSync(CONFIGURATION_FILE, { throwIfNoEntry: false }) !== undefined;
}

/** Whether the value of a setting is only from the configuration file, not from the command line. */
export function isOnlyFromFile({ configured }: ConfigurationChoice, name: SettingName): boolean {
  return configured?.applied.get(name) === 'file';
}

/** The intended mirrors of the configuration file. */
export function mirrorsOf({ configured }: ConfigurationChoice): IntendedMirror[] {
  return configured?.settings.mirrors ?? [];
}
