import {
  classBits,
  codeOf,
  EDGE_KINDS,
  FILE_CLASSES,
  IMPORT_PHASES,
  LINK_STATES,
  NODE_KINDS,
  nameOf,
} from '#index/codes.ts';
import { goingOn, type Row, type Snapshot } from '#index/port.ts';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { Differences } from '#query/evidence/differences.ts';
import type { Family } from '../model.ts';
import { basesFrom, linksFrom, MAX_MEMBERS } from './bases.ts';
import type { CopyFacts, LibraryFacts, Unit } from './model.ts';
import { boundNames, packageOfImport } from './package-of-import.ts';
import { added } from './sets.ts';
import { folderOf } from './words.ts';

const TYPES = codeOf(IMPORT_PHASES, 'type_only');
const NOT_PRODUCT = classBits(FILE_CLASSES);
const AWAITING: ReadonlySet<string> = new Set(LIBRARY_RULES.obstacles.async.syntax);
const EXAMPLES = classBits(['example', 'benchmark', 'configuration']);
const EXAMPLE_FOLDERS: ReadonlySet<string> = new Set(LIBRARY_RULES.example_folders.names);

const PACKAGES = `
  SELECT project.label, package.folder, package.kind, package.name
  FROM package JOIN project ON project.id = package.project_id ORDER BY project.id, package.folder, package.kind`;
const FILES = `
  SELECT file.id, project.label, file.path, node.classes
  FROM file JOIN project ON project.id = file.project_id JOIN node ON node.id = file.id
  WHERE ${goingOn('file.id')} ORDER BY file.id`;
const IMPORTS = `
  SELECT from_id, to_id, phase FROM edge
  WHERE kind = ${codeOf(EDGE_KINDS, 'imports')} AND state = ${codeOf(LINK_STATES, 'resolved')} AND ${goingOn('from_id')}`;
const OUTSIDE = `
  SELECT import.file_id, import.specifier, import.names, import.state, import.phase, coalesce(import.reason, '') AS reason
  FROM import WHERE import.state >= ${codeOf(LINK_STATES, 'external')} AND ${goingOn('import.file_id')}`;
/** The declarations of a file have ascending ids: a class before its members. */
const COPIES = `
  SELECT node.id, node.kind, node.classes, node.nodes, owner.id AS owner, owner.kind AS owner_kind,
    CASE WHEN node.kind = ${codeOf(NODE_KINDS, 'class')} AND NOT EXISTS (
      SELECT 1 FROM node AS part WHERE part.id > node.id AND part.id <= node.id + ${MAX_MEMBERS}
        AND part.parent_id = node.id AND part.kind IN (${codeOf(NODE_KINDS, 'function')}, ${codeOf(NODE_KINDS, 'method')})
    ) THEN 1 ELSE 0 END AS is_data
  FROM json_each(?) AS wanted
  CROSS JOIN node ON node.id = wanted.value
  LEFT JOIN node AS owner ON owner.id = node.parent_id ORDER BY node.id`;
const NAMESAKES = `
  SELECT project.label, name.text, count(DISTINCT node.parent_id) AS n FROM json_each(?, '$') AS wanted
  CROSS JOIN name ON name.text = wanted.value
  JOIN node ON node.name_id = name.id
  JOIN project ON project.id = node.project_id
  WHERE node.kind IN (${codeOf(NODE_KINDS, 'function')}, ${codeOf(NODE_KINDS, 'method')}) AND (node.classes & ${NOT_PRODUCT}) = 0
  GROUP BY project.label, name.text ORDER BY project.label, name.text`;
const LANGUAGES = `
  SELECT project.label, language.name, project_language.lines FROM project_language
  JOIN project ON project.id = project_language.project_id JOIN language ON language.id = project_language.language_id
  ORDER BY project.id, language.name`;

/** Reads what decides about the libraries of families. */
export function readFacts(snapshot: Snapshot, families: readonly Family[]): LibraryFacts {
  const units = new Units(snapshot.all(PACKAGES, [], packageOf));
  const files = new Map<number, IndexedFile>();
  const folders = new Map<string, string[]>();
  for (const { id, project, path, classes } of snapshot.iterate(FILES, [], fileOf)) {
    const unit = units.of({ project, path });
    if ((classes & NOT_PRODUCT) === 0) units.count(unit, path);
    const folder = keyOf({ project, path: folderOf(path) });
    const its = folders.get(folder);
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (its === undefined) folders.set(folder, [name]);
    else its.push(name);
    files.set(id, { unit, project, path, key: keyOf({ project, path }), isProduct: (classes & NOT_PRODUCT) === 0 });
  }
  units.close();
  const imports = new Map<Unit, Set<Unit>>();
  const loaded = new Set<Unit>();
  const byFile = new Map<string, Set<string>>();
  for (const { from, to, isLoaded } of snapshot.iterate(IMPORTS, [], linkOf)) {
    const [source, target] = [files.get(from), files.get(to)];
    if (source !== undefined && target !== undefined && source.project === target.project)
      added(byFile, source.key, target.path);
    if (source?.isProduct !== true || target === undefined || source.unit === target.unit) continue;
    added(imports, source.unit, target.unit);
    if (isLoaded) loaded.add(target.unit);
  }
  const ofFile = new Map<string, OutsideImport[]>();
  const ofUnit = new Map<Unit, Set<string>>();
  for (const { id, ...outside } of snapshot.iterate(OUTSIDE, [], outsideOf)) {
    const file = files.get(id);
    const name = packageOfImport(outside);
    if (file === undefined || name === undefined) continue;
    const other = units.named(name);
    if (other === undefined) {
      ofFile.set(file.key, [...(ofFile.get(file.key) ?? []), { name, bound: outside.bound }]);
      if (file.isProduct) added(ofUnit, file.unit, name);
    } else if (other !== file.unit && file.isProduct) {
      added(imports, file.unit, other);
      if (outside.isLoaded) loaded.add(other);
    }
  }
  const copies = readCopies(snapshot, families);
  const names = [
    ...new Set(
      families.flatMap(({ kind, occurrences }) => (kind === 'near' ? occurrences : [])).map(({ name }) => name),
    ),
  ];
  const namesakes = new Map(
    snapshot.all(NAMESAKES, [JSON.stringify(names)], (row): [string, number] => [
      keyOf({ project: row.text('label'), path: row.text('text') }),
      row.integer('n'),
    ]),
  );
  const lines = snapshot.all(LANGUAGES, [], (row) => ({
    project: row.text('label'),
    language: row.text('name'),
    lines: row.integer('lines'),
  }));
  return {
    unitOf: (file) => units.of(file),
    imports,
    loaded,
    importsOf: (file) => byFile.get(keyOf(file)) ?? new Set(),
    copyOf: (node) => copies.get(node),
    namesakes: ({ project, name }) => namesakes.get(keyOf({ project, path: name })) ?? 0,
    differencesOf: (its) => countDifferences(snapshot, its),
    awaits: ({ node }) =>
      (snapshot.tokenTexts(node, (_role, kind) => AWAITING.has(kind.replace(/^'/, '')))?.size ?? 0) > 0,
    externalsOf: (copy) => usedImports(snapshot, copy.node, ofFile.get(keyOf(copy)) ?? []),
    externalsIn: (unit) => ofUnit.get(unit) ?? new Set(),
    units: units.all(),
    filesIn: (project, folder) => folders.get(keyOf({ project, path: folder })) ?? [],
    linesOf: (wanted) =>
      new Map(lines.flatMap(({ project, language, lines: its }) => (language === wanted ? [[project, its]] : []))),
  };
}

interface IndexedFile {
  unit: Unit;
  project: string;
  path: string;
  key: string;
  isProduct: boolean;
}

/** An import of a package that is not in the index. */
interface OutsideImport {
  name: string;
  /** The names that the file knows it by. */
  bound: readonly string[];
}

/** The packages whose names are in the code of a copy; all of its file if the index has no code of it. */
function usedImports(snapshot: Snapshot, node: number, imports: readonly OutsideImport[]): ReadonlySet<string> {
  if (imports.length === 0) return new Set();
  const texts = snapshot.tokenTexts(node, () => true);
  const isUsed = ({ bound }: OutsideImport) => texts === undefined || bound.some((name) => texts.has(name));
  return new Set(imports.filter(isUsed).map(({ name }) => name));
}

/** Copies whose leaves are compared. */
const MAX_COMPARED = 40;

function countDifferences(snapshot: Snapshot, copies: readonly { node: number }[]): number {
  const nodes = copies.slice(0, MAX_COMPARED).map(({ node }) => node);
  snapshot.prefetchTokens(nodes);
  const differences = new Differences();
  for (const record of nodes.flatMap((node) => snapshot.tokens(node) ?? [])) differences.add(record);
  return differences.list([]).length;
}

function readCopies(snapshot: Snapshot, families: readonly Family[]): ReadonlyMap<number, CopyFacts> {
  const ids = [...new Set(families.flatMap(({ occurrences }) => occurrences.map(({ node }) => node)))];
  const nodes = snapshot.all(COPIES, [JSON.stringify(ids)], (row) => ({
    id: row.integer('id'),
    kind: nameOf(NODE_KINDS, row.integer('kind')),
    isExample: (row.integer('classes') & EXAMPLES) !== 0,
    nodes: row.optionalInteger('nodes') ?? 0,
    isData: row.integer('is_data') === 1,
    owner: ownerOf(row),
  }));
  const holders = new Set(nodes.flatMap(({ id, owner }) => (owner === undefined ? [id] : [id, owner])));
  const bases = basesFrom(snapshot, [...holders]);
  const calls = linksFrom(snapshot, 'calls', ids);
  return new Map(
    nodes.map(({ id, kind, isExample, isData, nodes: size, owner }) => [
      id,
      {
        kind,
        isExample,
        isData,
        nodes: size,
        hasOwner: owner !== undefined,
        bases: bases.get(owner ?? id) ?? [],
        calls: (calls.get(id) ?? []).filter((call) => call.node !== id),
      },
    ]),
  );
}

/** The class around a declaration. */
function ownerOf(row: Row): number | undefined {
  const kind = row.optionalInteger('owner_kind');
  if (kind === undefined) return undefined;
  return ['class', 'trait', 'interface', 'enum'].includes(nameOf(NODE_KINDS, kind)) ? row.integer('owner') : undefined;
}

interface Package {
  project: string;
  folder: string;
  kind: string;
  name: string;
}

/** The packages of all projects. */
class Units {
  readonly #byProject = new Map<string, (Unit & { names: Map<string, string> })[]>();
  readonly #byName = new Map<string, Unit>();
  readonly #counts = new Map<Unit, Map<string, number>>();

  constructor(packages: readonly Package[]) {
    for (const { project, folder, kind, name } of packages) {
      const unit = this.#add(project, folder);
      unit.names.set(kind, name);
      if (name !== '' && !this.#byName.has(name)) this.#byName.set(name, unit);
    }
  }

  all(): Unit[] {
    return [...this.#byProject.values()].flat();
  }

  named(name: string): Unit | undefined {
    return this.#byName.get(name);
  }

  /** The innermost one. */
  of({ project, path }: { project: string; path: string }): Unit {
    let found: Unit | undefined;
    for (const unit of this.#byProject.get(project) ?? []) {
      if (unit.folder !== '' && !path.startsWith(`${unit.folder}/`)) continue;
      if (found === undefined || unit.folder.length > found.folder.length) found = unit;
    }
    return found ?? this.#add(project, '');
  }

  count(unit: Unit, path: string): void {
    const counts = this.#counts.get(unit) ?? new Map<string, number>();
    const inside = unit.folder === '' ? path : path.slice(unit.folder.length + 1);
    const first = inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : '';
    this.#counts.set(unit, counts.set(first, (counts.get(first) ?? 0) + 1));
  }

  /** Ends counting. */
  close(): void {
    for (const [unit, counts] of this.#counts) {
      const [first] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
      unit.sources = first?.[0] ?? '';
    }
  }

  #add(project: string, folder: string): Unit & { names: Map<string, string> } {
    const its = this.#byProject.get(project) ?? [];
    const known = its.find((unit) => unit.folder === folder);
    if (known !== undefined) return known;
    const isExample = [...project.split('/'), ...folder.split('/')].some((part) => EXAMPLE_FOLDERS.has(part));
    const unit = { project, folder, names: new Map<string, string>(), isExample, sources: '' };
    this.#byProject.set(project, [...its, unit]);
    return unit;
  }
}

function keyOf({ project, path }: { project: string; path: string }): string {
  return `${project}\0${path}`;
}

function packageOf(row: Row): Package {
  return { project: row.text('label'), folder: row.text('folder'), kind: row.text('kind'), name: row.text('name') };
}

function fileOf(row: Row) {
  const [id, project, path] = [row.integer('id'), row.text('label'), row.text('path')];
  return { id, project, path, classes: row.integer('classes') };
}

function linkOf(row: Row) {
  return { from: row.integer('from_id'), to: row.integer('to_id'), isLoaded: row.integer('phase') !== TYPES };
}

function outsideOf(row: Row) {
  const [id, specifier] = [row.integer('file_id'), row.text('specifier')];
  const state = nameOf(LINK_STATES, row.integer('state'));
  const isLoaded = row.integer('phase') !== TYPES;
  const bound = boundNames(specifier, row.optionalText('names'));
  return { id, specifier, state, reason: row.text('reason'), bound, isLoaded };
}
