import { compareBytes } from '@analyzer/contracts/order';
import { missingConfigs } from '#relate/imports/javascript/missing-configs.ts';
import { isSettingName, LARGEST_SETTING } from '#relate/settings/setting-files.ts';
import type { SettingText } from '#relate/settings/settings.ts';
import { lastName } from '#tree/globs/glob.ts';
import type { TreePath } from '#tree/location.ts';
import type { TreeSource } from '#tree/source.ts';
import type { Found, Listing } from '#tree/walk.ts';

/**
 * Reads the configuration files of a project that say where imports lead: those with a known name, and those that a compiler
 * configuration names. Their content is in the snapshot id, because they are files of the tree.
 */
export async function readSettings(
  source: TreeSource,
  found: readonly Found[],
  signal: AbortSignal | undefined,
): Promise<Map<string, SettingText>> {
  const files = new Map<string, TreePath>();
  for (const file of found) if (file.kind === 'file' && file.reason === undefined) files.set(file.path, file);
  return readNamed(source, files, signal);
}

/**
 * A configuration counts because another one names it, and `composer.lock` because it names packages: those that only the
 * profile excludes are added to the found files.
 */
export async function includeNamedConfigs(
  source: TreeSource,
  listing: Listing,
  signal: AbortSignal | undefined,
): Promise<Listing> {
  const files = new Map<string, TreePath>();
  for (const { path, kind, reason } of listing.excluded) {
    const isNamed = path.endsWith('.json') || lastName(path) === 'composer.lock';
    if (kind === 'file' && reason === 'profile' && isNamed) files.set(path, { path });
  }
  if (files.size === 0) return listing;
  const excluded = new Set(files.keys());
  for (const file of listing.found) if (file.kind === 'file' && file.reason === undefined) files.set(file.path, file);
  const read = await readNamed(source, files, signal);
  const named = new Set([...read.keys()].filter((path) => excluded.has(path)));
  const found = [...listing.found];
  for (const path of named) {
    const { size, reason } = source.stat({ path });
    const after = found.findIndex((it) => compareBytes(it.path, path) > 0);
    const file: Found = { path, kind: 'file', size, ...(reason !== undefined && { reason }) };
    found.splice(after < 0 ? found.length : after, 0, file);
  }
  return { ...listing, found, excluded: listing.excluded.filter(({ path }) => !named.has(path)) };
}

async function readNamed(
  source: TreeSource,
  files: ReadonlyMap<string, TreePath>,
  signal: AbortSignal | undefined,
): Promise<Map<string, SettingText>> {
  const texts = new Map<string, SettingText>();
  let wanted = [...files.keys()].filter((path) => isSettingName(lastName(path)));
  while (wanted.length > 0) {
    for (const path of wanted) texts.set(path, await readText(source, files.get(path) ?? { path }, signal));
    const missing = missingConfigs(texts).flatMap((paths) => paths.find((it) => files.has(it)) ?? []);
    wanted = [...new Set(missing)].filter((path) => !texts.has(path));
  }
  return new Map([...texts].sort(([a], [b]) => compareBytes(a, b)));
}

async function readText(source: TreeSource, file: TreePath, signal: AbortSignal | undefined): Promise<SettingText> {
  const reading = await source.read(file, LARGEST_SETTING, signal);
  if ('reason' in reading) return { problem: reading.reason };
  if (reading.bytes === undefined) return { problem: `larger than ${LARGEST_SETTING} bytes` };
  return { text: new TextDecoder().decode(reading.bytes) };
}
