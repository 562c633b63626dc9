import { at, isList, isTable, type Json, textAt, texts } from './json.ts';

/** What a Python project requires, by its configuration. */
export interface PythonRequirements {
  /** Of its distribution, normalized. */
  name: string | undefined;
  /** Names of distributions, normalized. */
  names: ReadonlySet<string>;
  /** Folders of other projects, relative to it. */
  folders: ReadonlySet<string>;
  /** Patterns of the folders of a uv workspace. */
  members: string[];
  excluded: string[];
}

const NAME = /^[ \t]*(?<name>[A-Za-z0-9][A-Za-z0-9._-]*)/;
const FILE = /@[ \t]*(?:file:(?:\/\/\/?\$\{PROJECT_ROOT\}\/)?|\{root:uri\}\/)(?<path>[^#; \t]+)/;

/**
 * The distributions and folders that a `pyproject.toml` and a `setup.cfg` require: PEP 508 requirements, optional ones, groups,
 * the lists of metadata hooks of Hatch, and the sources of uv and Poetry. A distribution with a source elsewhere is not
 * required here.
 *
 * https://packaging.python.org/en/latest/specifications/dependency-specifiers, https://docs.astral.sh/uv/concepts/projects/dependencies
 */
export function pythonRequirements(pyproject: Json | undefined, setupCfg: Json | undefined): PythonRequirements {
  const project = at(pyproject, 'project');
  const tool = at(pyproject, 'tool');
  const [uv, poetry] = [at(tool, 'uv'), at(tool, 'poetry')];
  const found = { names: new Set<string>(), folders: new Set<string>() };
  const hooks = valuesOf(at(at(at(tool, 'hatch'), 'metadata'), 'hooks'));
  const lists = [
    ...[project, ...hooks].map((it) => at(it, 'dependencies')),
    ...[project, ...hooks].flatMap((it) => valuesOf(at(it, 'optional-dependencies'))),
    ...valuesOf(at(pyproject, 'dependency-groups')),
    at(uv, 'dev-dependencies'),
    at(at(setupCfg, 'options'), 'install_requires'),
  ];
  for (const written of lists.flatMap(texts)) addRequirement(found, written);
  const groups = valuesOf(at(poetry, 'group')).map((group) => at(group, 'dependencies'));
  for (const table of [at(poetry, 'dependencies'), at(poetry, 'dev-dependencies'), ...groups, at(uv, 'sources')]) {
    for (const [name, source] of isTable(table) ? table : []) addSource(found, name, source);
  }
  const workspace = at(uv, 'workspace');
  const [name = ''] = [project, poetry, at(setupCfg, 'metadata')].flatMap((it) => texts(at(it, 'name')));
  return {
    ...found,
    name: nameOf(name),
    members: texts(at(workspace, 'members')),
    excluded: texts(at(workspace, 'exclude')),
  };
}

interface Found {
  names: Set<string>;
  folders: Set<string>;
}

/** `name >= 1`, `name @ file:../folder` */
function addRequirement({ names, folders }: Found, written: string): void {
  const { path } = FILE.exec(written)?.groups ?? {};
  const name = nameOf(written);
  if (path?.startsWith('/') === false) folders.add(path);
  else if (name !== undefined && !written.includes('@')) names.add(name);
}

/** `name = { path = "../folder" }`, `{ workspace = true }`, a version, or a list of these. */
function addSource({ names, folders }: Found, written: string, source: Json): void {
  const name = nameOf(written);
  if (name === undefined) return;
  for (const one of isList(source) ? source : [source]) {
    const path = textAt(one, 'path');
    if (path !== undefined) folders.add(path);
    else if (['git', 'url', 'index'].some((key) => textAt(one, key) !== undefined)) names.delete(name);
    else names.add(name);
  }
}

/** https://packaging.python.org/en/latest/specifications/name-normalization */
function nameOf(written: string): string | undefined {
  const { name } = NAME.exec(written)?.groups ?? {};
  return name?.replace(/[-_.]+/g, '-').toLowerCase();
}

function valuesOf(table: Json): Json[] {
  return isTable(table) ? [...table.values()] : [];
}
