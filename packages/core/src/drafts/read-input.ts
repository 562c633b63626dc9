import { basename } from 'node:path';
import { moduleEndings } from '#generalize/module-endings.ts';
import { codeOf, EDGE_KINDS, LAST_LOAD_PHASE, LINK_STATES } from '#index/codes.ts';
import { hex } from '#index/keys.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import type { DraftInput, IndexedFile } from './input.ts';
import type { IndexedMember } from './read-members.ts';

const ROOT = 'SELECT root FROM local_root WHERE project_id = ?';
const NAMES = `
  SELECT DISTINCT name.text FROM node JOIN name ON name.id = node.name_id
  WHERE node.project_id = ? AND ${goingOn('node.id')} ORDER BY name.text`;
const FILES = `
  SELECT file.id, file.path, file.dialect, file.encoding, file.sha256, language.name AS language
  FROM json_each(?) AS wanted CROSS JOIN file ON file.id = wanted.value
  JOIN node ON node.id = file.id JOIN language ON language.id = node.language_id ORDER BY wanted.key`;
const IMPORTS = `
  SELECT import.file_id, import.line, import.specifier, target.path
  FROM json_each(?) AS wanted CROSS JOIN import ON import.file_id = wanted.value
  JOIN file AS target ON target.id = import.target_id
  WHERE target.project_id = ? ORDER BY import.file_id, import.seq`;
const PACKAGES = `
  SELECT file.path FROM json_each(?, '$') AS wanted CROSS JOIN file ON file.path = wanted.value AND file.project_id = ?
  ORDER BY file.id`;
const MANIFESTS = `
  SELECT path FROM file WHERE project_id = ? AND (path = 'package.json' OR substr(path, length(path) - 12) = '/package.json')
    AND ${goingOn('id')} ORDER BY id`;
/** Relative imports of modules. */
const RELATIVE = `
  SELECT file.path, import.specifier FROM import JOIN file ON file.id = import.file_id
  JOIN node ON node.id = file.id JOIN language ON language.id = node.language_id
  WHERE file.project_id = ? AND language.name IN ('javascript', 'typescript') AND substr(import.specifier, 1, 1) = '.'
    AND ${goingOn('file.id')} ORDER BY file.id, import.seq`;
const LOADED = `
  SELECT edge.from_id, edge.to_id FROM edge JOIN project ON edge.from_id BETWEEN project.node_id AND project.last_node_id
  WHERE project.id = ? AND edge.kind = ${codeOf(EDGE_KINDS, 'imports')}
    AND edge.state = ${codeOf(LINK_STATES, 'resolved')} AND edge.phase <= ${LAST_LOAD_PHASE}
    AND ${goingOn('edge.from_id')}`;
/** Files that import the folder of the project by its name, if it is a package. */
const OF_ITSELF = `
  SELECT DISTINCT import.file_id FROM import JOIN file ON file.id = import.file_id
  WHERE file.project_id = ? AND (coalesce(import.target, import.specifier) = ?
    OR substr(coalesce(import.target, import.specifier), 1, ?) = ?)`;

/** @returns undefined if the project is not on this machine */
export function readInput(
  snapshot: Snapshot,
  project: number,
  group: DraftInput['group'],
  members: readonly IndexedMember[],
): DraftInput | undefined {
  const root = snapshot.first(ROOT, [project], (row) => row.text('root'));
  if (root === undefined) return undefined;
  const files = filesOf(snapshot, project, members);
  const packages = foldersWith('__init__.py', snapshot, project, [...files.values()]);
  addEndings(snapshot, project, [...files.values()]);
  addReached(snapshot, project, files, packages.includes('') ? basename(root) : undefined);
  return {
    root,
    group,
    members: members.map(({ member }) => member),
    files: [...files.values()],
    packages,
    manifests: foldersWith('package.json', snapshot, project, [...files.values()]),
    names: snapshot.all(NAMES, [project], (row) => row.text('text')),
  };
}

/** The files of copies by integer id. */
function filesOf(snapshot: Snapshot, project: number, members: readonly IndexedMember[]): Map<number, IndexedFile> {
  const ids = JSON.stringify([...new Set(members.map(({ file }) => file))]);
  const files = new Map<number, IndexedFile>();
  const found = snapshot.all(FILES, [ids], (row) => ({
    id: row.integer('id'),
    path: row.text('path'),
    language: row.text('language'),
    dialect: row.optionalText('dialect'),
    encoding: row.optionalText('encoding'),
    sha256: row.optionalBytes('sha256'),
  }));
  for (const { id, path, language, dialect, encoding, sha256 } of found) {
    // An index may come from any source: paths outside of the project are not files of it.
    if (sha256 === undefined || path.split('/').includes('..')) continue;
    files.set(id, {
      ...{ path, language, sha256: hex(sha256), imports: [], reaches: [] },
      ...(dialect !== undefined && { dialect }),
      ...(encoding !== undefined && { encoding }),
    });
  }
  const imports = snapshot.all(IMPORTS, [ids, project], (row) => ({
    file: row.integer('file_id'),
    its: { line: row.integer('line'), specifier: row.text('specifier'), path: row.text('path') },
  }));
  for (const { file, its } of imports) files.get(file)?.imports.push(its);
  return files;
}

/** Folders around some files that have a file of this name. */
function foldersWith(name: string, snapshot: Snapshot, project: number, files: readonly IndexedFile[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    const parts = path.split('/').slice(0, -1);
    for (let length = 0; length <= parts.length; length++) folders.add(parts.slice(0, length).join('/'));
  }
  const markers = new Map([...folders].map((it) => [it === '' ? name : `${it}/${name}`, it]));
  return snapshot.all(
    PACKAGES,
    [JSON.stringify([...markers.keys()]), project],
    (row) => markers.get(row.text('path')) ?? '',
  );
}

function addEndings(snapshot: Snapshot, project: number, files: readonly IndexedFile[]): void {
  const modules = files.filter(({ language }) => language === 'javascript' || language === 'typescript');
  if (modules.length === 0) return;
  const manifests = new Set(snapshot.all(MANIFESTS, [project], (row) => row.text('path')));
  const importing = snapshot.all(RELATIVE, [project], (row) => ({
    path: row.text('path'),
    facts: { imports: [{ specifier: row.text('specifier'), lookup: 'module' }] },
  }));
  const endingOf = moduleEndings(importing, (folder) =>
    manifests.has(folder === '' ? 'package.json' : `${folder}/package.json`),
  );
  for (const file of modules) {
    const ending = endingOf(file.path);
    if (ending !== undefined) file.moduleEnding = ending;
  }
}

/** @param own name of the project's folder if it is a package: where an import of it leads is not resolved */
function addReached(
  snapshot: Snapshot,
  project: number,
  files: ReadonlyMap<number, IndexedFile>,
  own: string | undefined,
): void {
  if (files.size < 2) return;
  const loaded = new Map<number, number[]>();
  for (const [from, to] of snapshot.all(LOADED, [project], (row) => [row.integer('from_id'), row.integer('to_id')])) {
    if (from !== undefined && to !== undefined) loaded.set(from, [...(loaded.get(from) ?? []), to]);
  }
  const importsAll = new Set(
    own === undefined
      ? []
      : snapshot.all(OF_ITSELF, [project, own, own.length + 1, `${own}.`], (row) => row.integer('file_id')),
  );
  for (const [id, file] of files) {
    const seen = new Set([id]);
    for (const at of seen) for (const to of loaded.get(at) ?? []) seen.add(to);
    const isAll = [...seen].some((at) => importsAll.has(at));
    file.reaches = [...files].filter(([other]) => isAll || seen.has(other)).map(([, { path }]) => path);
  }
}
