import { findCycles } from '#relate/cycles/find-cycles.ts';
import type { Folder } from './folders.ts';

/** A reader cannot keep more layers in mind. */
const MAX_FOLDERS = 15;

/**
 * The layers that the imports between folders show: a folder is above all that it imports. Folders in a cycle, and those
 * without imports between them, are in no layer.
 *
 * @returns undefined without two layers
 */
export function shownLayers(folders: readonly Folder[]): string | undefined {
  const folderOf = new Map(folders.flatMap(({ path, files }) => files.map((file) => [file.path, path] as const)));
  const imports = new Map<string, Set<string>>();
  for (const { path, files } of folders) {
    const targets = files.flatMap(({ imports: its, references }) =>
      [...its, ...references].flatMap(({ path: to, phase }) =>
        phase === 'asset' ? [] : (folderOf.get(to ?? '') ?? []),
      ),
    );
    imports.set(path, new Set(targets.filter((target) => target !== path)));
  }
  const inCycles = new Set(findCycles(imports).flatMap(({ files }) => files));
  const levels = new Map<string, number>();
  const levelOf = (path: string): number => {
    const known = levels.get(path);
    if (known !== undefined) return known;
    const below = [...(imports.get(path) ?? [])].filter((target) => !inCycles.has(target));
    const level = below.length === 0 ? 0 : 1 + Math.max(...below.map(levelOf));
    levels.set(path, level);
    return level;
  };
  const imported = new Set([...imports.values()].flatMap((targets) => [...targets]));
  const layers: string[][] = [];
  for (const { path } of folders) {
    const isAlone = imports.get(path)?.size === 0 && !imported.has(path);
    if (isAlone || inCycles.has(path)) continue;
    const level = levelOf(path);
    layers[level] = [...(layers[level] ?? []), path];
  }
  if (layers.length < 2 || layers.flat().length > MAX_FOLDERS) return undefined;
  return layers
    .toReversed()
    .map((its) => its.join(' | '))
    .join(' > ');
}
