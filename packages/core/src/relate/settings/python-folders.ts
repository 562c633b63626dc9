import data from '../../../../../languages/project-files.json' with { type: 'json' };
import { follow } from '../paths.ts';
import { trimmed } from './ascii-space.ts';
import { at, isList, isTable, type Json, texts } from './json.ts';

/** Outer packages of a longer name are not searched: their paths would have a length that grows with its square. */
const MAX_SEGMENTS = 64;

/** A folder that holds packages of a project: all in it, or the one of a dotted name. */
interface Holder {
  folder: string;
  package: string;
}

/**
 * The folders that hold the packages of a Python project, relative to it, from the settings of its build system in
 * `pyproject.toml` and from a `setup.cfg`.
 *
 * https://setuptools.pypa.io/en/latest/userguide/package_discovery.html
 */
export function pythonFolders(pyproject: Json | undefined, setupCfg: Json | undefined): string[] {
  return holders(pyproject, setupCfg).map(({ folder }) => folder);
}

/**
 * The folders around a package that the settings name without them (`"a.b" = "x/a/b"`): the project installs `a.b`, and no file of
 * `x/a`, so that another project can have `a`.
 */
export function foldersAroundPackages(pyproject: Json | undefined, setupCfg: Json | undefined): string[] {
  const all = holders(pyproject, setupCfg);
  const packages = new Map<string, Set<string>>();
  for (const { folder, package: name } of all) {
    const its = packages.get(folder);
    if (its === undefined) packages.set(folder, new Set([name]));
    else its.add(name);
  }
  return all.flatMap(({ folder, package: name }) => {
    const segments = name.split('.');
    const its = packages.get(folder);
    const around: string[] = [];
    for (let count = 1; count < Math.min(segments.length, MAX_SEGMENTS); count++) {
      const outer = segments.slice(0, count).join('.');
      if (its?.has('') === true || its?.has(outer) === true) return around;
      const path = outer === '' ? undefined : follow(folder, outer.replaceAll('.', '/'));
      if (path !== undefined) around.push(path);
    }
    return around;
  });
}

function holders(pyproject: Json | undefined, setupCfg: Json | undefined): Holder[] {
  const folders = data.python_folders.flatMap(({ setting, holds }) =>
    valuesAt(pyproject ?? null, setting).flatMap((value) => holdersOf(value, holds)),
  );
  return [...folders, ...holdersOfIni(setupCfg ?? null)];
}

/** The values of a setting; a list on the way has those of each item. */
function valuesAt(value: Json, keys: readonly string[]): Json[] {
  let values = [value];
  for (const key of keys) values = values.flatMap((it) => (isList(it) ? it : [it])).map((it) => at(it, key));
  return values;
}

function holdersOf(value: Json, holds: string): Holder[] {
  switch (holds) {
    case 'folders':
      return texts(value).map(holderOfAll);
    case 'packages':
      return texts(value)
        .flatMap((it) => follow('', `${it}/..`) ?? [])
        .map(holderOfAll);
    case 'folders-by-package':
      return pairs(value).flatMap(([name, folder]) => holderAbove(name, folder));
    default:
      return pairs(value).flatMap(([folder, name]) => holderAbove(name, folder));
  }
}

function holderOfAll(folder: string): Holder {
  return { folder, package: '' };
}

function pairs(value: Json): [string, string][] {
  if (!isTable(value)) return [];
  return Array.from(value).flatMap(([key, it]): [string, string][] => (typeof it === 'string' ? [[key, it]] : []));
}

/** The folder in which a dotted package name leads to a folder; none if its name there is another one. */
function holderAbove(name: string, written: string): Holder[] {
  const folder = `/${follow('', written) ?? ''}`;
  const path = name === '' ? '' : `/${name.replaceAll('.', '/')}`;
  if (!folder.endsWith(path)) return [];
  return [{ folder: folder.slice(1, Math.max(1, folder.length - path.length)), package: name }];
}

function holdersOfIni(setupCfg: Json): Holder[] {
  const found = texts(at(at(setupCfg, 'options.packages.find'), 'where')).map(holderOfAll);
  const named = texts(at(at(setupCfg, 'options'), 'package_dir')).flatMap((line) => {
    const equals = line.indexOf('=');
    if (equals < 0) return [];
    return holderAbove(trimmed(line.slice(0, equals)), trimmed(line.slice(equals + 1)));
  });
  return [...found, ...named];
}
