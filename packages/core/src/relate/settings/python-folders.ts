import data from '../../../../../languages/project-files.json' with { type: 'json' };
import { follow } from '../paths.ts';
import { trimmed } from './ascii-space.ts';
import { at, isList, isTable, type Json, texts } from './json.ts';

/**
 * The folders that hold the packages of a Python project, relative to it, from the settings of its build system in
 * `pyproject.toml` and from a `setup.cfg`.
 *
 * https://setuptools.pypa.io/en/latest/userguide/package_discovery.html
 */
export function pythonFolders(pyproject: Json | undefined, setupCfg: Json | undefined): string[] {
  const folders = data.python_folders.flatMap(({ setting, holds }) =>
    valuesAt(pyproject ?? null, setting).flatMap((value) => foldersOf(value, holds)),
  );
  return [...folders, ...foldersOfIni(setupCfg ?? null)];
}

/** The values of a setting; a list on the way has those of each item. */
function valuesAt(value: Json, keys: readonly string[]): Json[] {
  let values = [value];
  for (const key of keys) values = values.flatMap((it) => (isList(it) ? it : [it])).map((it) => at(it, key));
  return values;
}

function foldersOf(value: Json, holds: string): string[] {
  switch (holds) {
    case 'folders':
      return texts(value);
    case 'packages':
      return texts(value).flatMap((it) => follow('', `${it}/..`) ?? []);
    case 'folders-by-package':
      return pairs(value).flatMap(([name, folder]) => folderAbove(name, folder));
    default:
      return pairs(value).flatMap(([folder, name]) => folderAbove(name, folder));
  }
}

function pairs(value: Json): [string, string][] {
  if (!isTable(value)) return [];
  return Array.from(value).flatMap(([key, it]): [string, string][] => (typeof it === 'string' ? [[key, it]] : []));
}

/** The folder in which a dotted package name leads to a folder; none if its name there is another one. */
function folderAbove(name: string, written: string): string[] {
  const folder = `/${follow('', written) ?? ''}`;
  const path = name === '' ? '' : `/${name.replaceAll('.', '/')}`;
  return folder.endsWith(path) ? [folder.slice(1, Math.max(1, folder.length - path.length))] : [];
}

function foldersOfIni(setupCfg: Json): string[] {
  const found = texts(at(at(setupCfg, 'options.packages.find'), 'where'));
  const named = texts(at(at(setupCfg, 'options'), 'package_dir')).flatMap((line) => {
    const equals = line.indexOf('=');
    if (equals < 0) return [];
    return folderAbove(trimmed(line.slice(0, equals)), trimmed(line.slice(equals + 1)));
  });
  return [...found, ...named];
}
