import type { Setting, SettingsV1 } from '@analyzer/contracts/analyzer.settings.v1';
import { COPY_SIZES, completeOptions, isCopySize } from '@analyzer/core/scan/options.ts';
import { OPTIONS_OF_CHECK, SETTING_FLAGS, SETTING_NAMES, type SettingName } from '../options/configuration.ts';
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
    if (name === 'cycles' || name === 'include' || name === 'max_share') return [];
    if (name === 'contracts') {
      const value = configured?.settings.contracts;
      return value === undefined ? [] : [{ name, value, from: 'file' }];
    }
    if (name === 'without') {
      const classes = configured?.settings.without;
      return [{ name, value: classes ?? [], from: classes === undefined ? 'default' : 'file' }];
    }
    const own = originOf(name);
    const isImplied = own === 'default' && options.all && IMPLIED_BY_ALL.includes(name);
    return [{ name, value: options[name] ?? defaultOf(name), from: isImplied ? originOf('all') : own }];
  });
  const { check = {}, mirrors = [], projects = [] } = configured?.settings ?? {};
  const ofCheck: Setting[] = [
    { name: 'cycles', value: check.cycles ?? 'load', from: check.cycles === undefined ? 'default' : 'file' },
  ];
  for (const name of OPTIONS_OF_CHECK) {
    const value = check[name];
    if (value !== undefined && !isOption(SETTING_FLAGS[name].flag)) ofCheck.push({ name, value, from: 'file' });
  }
  if (check.include !== undefined) ofCheck.push({ name: 'include', value: check.include, from: 'file' });
  if (check.max_share !== undefined) ofCheck.push({ name: 'max_share', value: check.max_share, from: 'file' });
  if (check.without !== undefined) ofCheck.push({ name: 'without', value: check.without, from: 'file' });
  return {
    schema: 'analyzer.settings.v1',
    file: configured?.file.path ?? null,
    settings,
    check: ofCheck,
    ...(mirrors.length > 0 && { mirrors }),
    projects: projects.map(({ id }) => id),
  };
}

/** The value of an absent option. */
function defaultOf(name: SettingName): number | [] {
  return isCopySize(name) ? COPY_SIZES[name] : [];
}
