import { isSettingName, LARGEST_SETTING } from '#relate/settings/setting-files.ts';
import type { SettingText } from '#relate/settings/settings.ts';
import { lastName } from '#tree/globs/glob.ts';
import type { TreeSource } from '#tree/source.ts';
import type { Found } from '#tree/walk.ts';

/**
 * Reads the configuration files of a project that say where imports lead. Their content is in the snapshot id, because they
 * are files of the tree.
 */
export async function readSettings(
  source: TreeSource,
  found: readonly Found[],
  signal: AbortSignal | undefined,
): Promise<Map<string, SettingText>> {
  const texts = new Map<string, SettingText>();
  const decoder = new TextDecoder();
  for (const file of found) {
    if (file.kind !== 'file' || file.reason !== undefined || !isSettingName(lastName(file.path))) continue;
    const reading = await source.read(file, LARGEST_SETTING, signal);
    if ('reason' in reading) texts.set(file.path, { problem: reading.reason });
    else if (reading.bytes === undefined) texts.set(file.path, { problem: `larger than ${LARGEST_SETTING} bytes` });
    else texts.set(file.path, { text: decoder.decode(reading.bytes) });
  }
  return texts;
}
