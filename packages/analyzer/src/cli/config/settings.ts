import type { Setting, SettingsV1 } from '@analyzer/contracts/analyzer.settings.v1';
import { GROUP_KINDS, type ScanOptions } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { chosenOptions } from '../options/scan.ts';
import type { ConfigFlags } from './flags.ts';

/** Name of the flag of each setting. */
const FLAGS = {
  profile: 'profile',
  all: 'all',
  gitignore: 'gitignore',
  exclude: 'exclude',
  test_globs: 'testGlob',
  generated_globs: 'generatedGlob',
  source_roots: 'sourceRoot',
  max_bytes: 'maxBytes',
  min_nodes: 'minNodes',
  kinds: 'kinds',
} as const satisfies Record<Exclude<keyof ScanOptions, 'config'>, string>;

const NAMES = Object.keys(FLAGS).filter((name): name is keyof typeof FLAGS => Object.hasOwn(FLAGS, name));

/**
 * The settings in force.
 *
 * @param flags with the settings of the configuration file
 * @param isOption whether the user set this flag on the command line
 */
export function settingsInForce(flags: ConfigFlags, isOption: (flag: string) => boolean): SettingsV1 {
  const { path = null, settings: file } = flags.configured ?? {};
  const options = completeOptions(chosenOptions(flags));
  const settings = NAMES.map((name): Setting => {
    const inFile = file?.[name] !== undefined;
    if (name === 'exclude') return { name, value: options.exclude, from: originOfGlobs(flags) };
    return { name, value: options[name] ?? [], from: originOf(isOption(FLAGS[name]), inFile) };
  });
  const { check = {} } = file ?? {};
  const gate: Setting[] = [
    { name: 'cycles', value: check.cycles ?? 'load', from: originOf(false, check.cycles !== undefined) },
  ];
  if (check.min_nodes !== undefined && !isOption('minNodes')) {
    gate.push({ name: 'min_nodes', value: check.min_nodes, from: 'file' });
  }
  if (!isOption('kinds')) {
    if (check.kinds !== undefined) gate.push({ name: 'kinds', value: check.kinds, from: 'file' });
    else if (file?.kinds === undefined) gate.push({ name: 'kinds', value: [...GROUP_KINDS], from: 'default' });
  }
  return {
    schema: 'analyzer.settings.v1',
    file: path,
    settings,
    check: gate,
    projects: (file?.projects ?? []).map(({ id }) => id),
  };
}

function originOf(isOption: boolean, inFile: boolean): Setting['from'] {
  if (isOption) return 'option';
  return inFile ? 'file' : 'default';
}

/** Globs of the file come first. With `--all` they have no effect. */
function originOfGlobs({ exclude = [], configured, all }: ConfigFlags): Setting['from'] {
  const ofFile = configured?.settings.all !== true && all === true ? 0 : (configured?.settings.exclude?.length ?? 0);
  if (exclude.length === 0) return 'default';
  if (ofFile === 0) return 'option';
  return exclude.length > ofFile ? 'file+option' : 'file';
}
