import type { Setting, SettingsV1 } from '@analyzer/contracts/analyzer.settings.v1';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { SETTING_FLAGS, SETTING_NAMES, type SettingName } from '../options/configuration.ts';
import { chosenOptions } from '../options/scan.ts';
import type { ConfigFlags } from './flags.ts';

/** Settings whose default depends on `all`. */
const IMPLIED_BY_ALL: readonly SettingName[] = ['profile', 'gitignore'];

/**
 * The settings in force.
 *
 * @param flags with the settings of the configuration file
 * @param isOption whether the user set this flag on the command line
 */
export function settingsInForce(flags: ConfigFlags, isOption: (flag: string) => boolean): SettingsV1 {
  const { configured } = flags;
  const options = completeOptions(chosenOptions(flags));
  const originOf = (name: SettingName) =>
    configured?.applied.get(name) ?? (isOption(SETTING_FLAGS[name].flag) ? 'option' : 'default');
  const settings = SETTING_NAMES.flatMap((name): Setting[] => {
    if (name === 'cycles') return [];
    if (name === 'without') {
      const classes = configured?.settings.without;
      return [{ name, value: classes ?? [], from: classes === undefined ? 'default' : 'file' }];
    }
    const own = originOf(name);
    const isImplied = own === 'default' && options.all && IMPLIED_BY_ALL.includes(name);
    return [{ name, value: options[name] ?? [], from: isImplied ? originOf('all') : own }];
  });
  const { check = {}, projects = [] } = configured?.settings ?? {};
  const gate: Setting[] = [
    { name: 'cycles', value: check.cycles ?? 'load', from: check.cycles === undefined ? 'default' : 'file' },
  ];
  if (check.min_nodes !== undefined && !isOption('minNodes')) {
    gate.push({ name: 'min_nodes', value: check.min_nodes, from: 'file' });
  }
  if (check.kinds !== undefined && !isOption('kinds')) {
    gate.push({ name: 'kinds', value: check.kinds, from: 'file' });
  }
  if (check.without !== undefined) gate.push({ name: 'without', value: check.without, from: 'file' });
  return {
    schema: 'analyzer.settings.v1',
    file: configured?.file.path ?? null,
    settings,
    check: gate,
    projects: projects.map(({ id }) => id),
  };
}
