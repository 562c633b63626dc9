import data from '../../../../../languages/project-files.json' with { type: 'json' };

const names = new Set(data.names);

/** Larger configuration files are not read. */
export const LARGEST_SETTING = data.largest_bytes;

/** Whether a file of this name defines import targets. */
export function isSettingName(name: string): boolean {
  return names.has(name) || (name.endsWith('.json') && data.prefixes.some((it) => name.startsWith(it)));
}
