import { relative } from 'node:path/posix';
import { folderOf, follow, inFolder } from '#relate/paths.ts';
import { at, isList, isTable, type Json, type JsonTable, tableAt, textAt, texts } from '#relate/settings/json.ts';
import { Settings } from '#relate/settings/settings.ts';
import { readFolder } from '../folder.ts';
import { readText } from '../workspaces/read-data.ts';

/** Maximum number of configurations that are read for a folder. */
const MAX_CONFIGS = 64;
const NAME = /^[jt]sconfig[^/]*\.json$/;
const KEYS: ReadonlySet<string> = new Set(['extends', 'files', 'include', 'exclude', 'references']);
const OPTIONS: ReadonlySet<string> = new Set(['paths', 'baseUrl']);

/**
 * The compiler configurations in a folder and those below the root that they name, by path relative to the folder; none if
 * none of them maps imports.
 */
export function pathMapEntries(location: string, root: string): { name: string; entries: object } | undefined {
  const content = readFolder(location);
  if ('reason' in content) return undefined;
  const folder = relative(root, location);
  const waiting = content.files.filter((name) => NAME.test(name)).map((name) => inFolder(folder, name));
  const found = new Map<string, JsonTable>();
  for (const path of waiting) {
    if (found.size === MAX_CONFIGS) break;
    const config = found.has(path) ? undefined : readConfig(root, path);
    if (config === undefined) continue;
    found.set(path, config);
    waiting.push(...namedConfigs(config, folderOf(path)));
  }
  if (![...found.values()].some((it) => it.has('compilerOptions'))) return undefined;
  const entries = Array.from(found, ([path, config]) => [relative(folder, path), plain(config)]);
  return { name: '', entries: Object.fromEntries(entries) };
}

/** The properties of a configuration that map imports, and that decide to which files it applies. */
function readConfig(root: string, path: string): JsonTable | undefined {
  const value = new Settings(new Map([[path, readText(`${root}/${path}`)]])).value(path);
  if (value === undefined || !isTable(value)) return undefined;
  const config = new Map([...value].filter(([key]) => KEYS.has(key)));
  const options = [...(tableAt(value, 'compilerOptions') ?? [])].filter(([key]) => OPTIONS.has(key));
  return options.length === 0 ? config : config.set('compilerOptions', new Map(options));
}

/** Paths that `extends` and `references` can mean; a package has none. */
function namedConfigs(config: JsonTable, folder: string): string[] {
  const extended = texts(at(config, 'extends')).filter((it) => /^\.{1,2}(?:\/|$)/.test(it));
  const references = at(config, 'references');
  const referenced = isList(references) ? references.flatMap((it) => textAt(it, 'path') ?? []) : [];
  return [...extended, ...referenced].flatMap((written) => {
    const path = follow(folder, written);
    return path === undefined ? [] : [path, `${path}.json`, inFolder(path, 'tsconfig.json')];
  });
}

function plain(value: Json): unknown {
  if (isTable(value)) return Object.fromEntries(Array.from(value, ([key, it]) => [key, plain(it)]));
  return isList(value) ? value.map(plain) : value;
}
