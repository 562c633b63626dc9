import type { Importer } from '@analyzer/contracts/query/common';
import { classBits, codeOf, EDGE_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { type ImportedName, importedNames } from './imported-names.ts';
import { BySubject, type RelatedList, related } from './related.ts';
import type { Subject } from './subject.ts';

const TEST = classBits(['test']);

/** Files that pass a name on are followed so far. */
const MAX_STEPS = 6;

/** Most files whose importers are read. */
const MAX_FILES = 2_000;

/** Each import that leads to one of some files; one of several candidates has no names. */
const IMPORTS = `
  SELECT edge.to_id, edge.from_id, edge.line AS edge_line, import.line, import.names, importing.classes
  FROM json_each(?) AS wanted
  CROSS JOIN edge ON edge.to_id = wanted.value AND edge.kind = ${codeOf(EDGE_KINDS, 'imports')}
  JOIN node AS importing ON importing.id = edge.from_id
  LEFT JOIN import ON import.file_id = edge.from_id AND import.target_id = edge.to_id
  WHERE ${goingOn('edge.from_id')}
  ORDER BY edge.from_id, edge.to_id, import.seq`;

/** Exported names that a file passes on from others than some files. */
const ELSEWHERE = `
  SELECT DISTINCT name.text AS name
  FROM import JOIN file ON file.id = import.target_id
  JOIN node ON node.id > file.id AND node.id <= file.last_node_id AND node.parent_id = file.id
  JOIN name ON name.id = node.name_id
  WHERE import.file_id = ? AND node.exported = 1
    AND import.target_id NOT IN (SELECT wanted.value FROM json_each(?) AS wanted)
    AND node.name_id NOT IN (
      SELECT own.name_id FROM json_each(?) AS subject JOIN node AS own ON own.parent_id = subject.value
      WHERE own.exported = 1 AND own.name_id IS NOT NULL
    )`;

/** A file that imports what the subject declares. */
export interface ImportingFile {
  /** Integer id. */
  file: number;
  /** Of its first import. */
  line: number;
  /** As in its imports; empty for the complete file. */
  names: string[];
  /** Integer id of the file between them that passes the name on. */
  through: number | undefined;
  /** Number of imports up to the subject. */
  distance: number;
  hasClasses: boolean;
  isTest: boolean;
}

/** Names under which a file offers what the subject declares; undefined for all that it exports. */
type Offered = ReadonlySet<string> | undefined;

const importing = new BySubject<ImportingFile[]>();

/**
 * Files that import the subject, also through files that pass it on: of a declaration those that name it or import the
 * complete file, of a file all that import it.
 */
export function importingFiles(snapshot: Snapshot, subject: Subject): readonly ImportingFile[] {
  return importing.of(subject, () => search(snapshot, subject));
}

function search(snapshot: Snapshot, { file, isFile, importedName }: Subject): ImportingFile[] {
  const offers = new Map<number, Offered>([[file, isFile ? undefined : new Set([importedName])]]);
  const found = new Map<number, ImportingFile>();
  const isElsewhere = elsewhere(snapshot, offers);
  let frontier = [file];
  for (let distance = 1; distance <= MAX_STEPS && frontier.length > 0 && offers.size < MAX_FILES; distance++) {
    const passed = new Map<number, string[] | undefined>();
    for (const { to, from, line, names, classes } of read(snapshot, frontier)) {
      if (offers.has(from)) continue;
      const used = usedNames(names, offers.get(to), distance === 1);
      if (used === undefined) continue;
      const own = distance === 1 ? used.names : used.names.filter((name) => !isElsewhere(to, name));
      if (own.length === 0 && used.names.length > 0) continue;
      const through = to === file ? undefined : to;
      const known = found.get(from);
      if (known === undefined) {
        const [hasClasses, isTest] = [classes > 0, (classes & TEST) > 0];
        found.set(from, { file: from, line, names: [...own], through, distance, hasClasses, isTest });
      } else known.names.push(...own.filter((name) => name !== '*' && !known.names.includes(name)));
      const offered = used.offered === 'all' ? offers.get(to) : used.offered;
      passed.set(
        from,
        offered === undefined || isAll(passed, from) ? undefined : [...(passed.get(from) ?? []), ...offered],
      );
    }
    for (const [id, names] of passed) offers.set(id, names === undefined ? undefined : new Set(names));
    frontier = [...passed].filter(([, names]) => names === undefined || names.length > 0).map(([id]) => id);
  }
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || a.distance - b.distance || a.file - b.file);
}

/**
 * Whether an imported name is of another file that the imported file passes on. The index knows no constants: a name that no
 * declaration has can be the subject's.
 */
function elsewhere(snapshot: Snapshot, offers: ReadonlyMap<number, Offered>) {
  const known = new Map<number, ReadonlySet<string>>();
  return (file: number, name: string): boolean => {
    if (offers.get(file) !== undefined) return false;
    let others = known.get(file);
    if (others === undefined) {
      const leading = JSON.stringify([...offers.keys()]);
      others = new Set(snapshot.all(ELSEWHERE, [file, leading, leading], (row) => row.text('name')));
      known.set(file, others);
    }
    return others.has(name);
  };
}

/** Product code first, and imports that name the subject before those of all names. */
function rank({ hasClasses, names }: ImportingFile): number {
  return Number(hasClasses) * 2 + Number(names[0] === '*');
}

/** Whether a file passes on all that it imports. */
function isAll(passed: ReadonlyMap<number, string[] | undefined>, file: number): boolean {
  return passed.has(file) && passed.get(file) === undefined;
}

interface ReadImport {
  to: number;
  from: number;
  line: number;
  names: ImportedName[];
  classes: number;
}

function read(snapshot: Snapshot, files: readonly number[]): ReadImport[] {
  return snapshot.all(IMPORTS, [JSON.stringify(files)], (row) => ({
    to: row.integer('to_id'),
    from: row.integer('from_id'),
    line: row.optionalInteger('line') ?? row.integer('edge_line'),
    names: importedNames(row.optionalText('names')),
    classes: row.integer('classes'),
  }));
}

/**
 * The names of an import that lead to the subject, and those under which the importing file offers it in turn.
 *
 * @returns undefined if the import does not lead to the subject
 */
function usedNames(
  names: readonly ImportedName[],
  offered: Offered,
  isDirect: boolean,
): { names: string[]; offered: readonly string[] | 'all' } | undefined {
  if (names.length === 0) return isDirect ? { names: [], offered: [] } : undefined;
  const all = names.find(({ name }) => name === '*');
  if (all !== undefined) return { names: ['*'], offered: all.alias === undefined ? 'all' : [] };
  const used = names.filter(
    ({ name, alias }) => offered === undefined || offered.has(name) || (name === 'default' && offered.has(alias ?? '')),
  );
  if (used.length === 0) return undefined;
  return { names: used.map(({ name }) => name), offered: used.map(({ name, alias }) => alias ?? name) };
}

/** The files that import the subject, product code and direct importers first. */
export const importers: RelatedList<Importer> = (snapshot, subject, { offset, limit }) => {
  const found = importingFiles(snapshot, subject);
  return related(
    { found: found.slice(offset, offset + limit), total: found.length },
    ({ file, through }) => (through === undefined ? [file] : [file, through]),
    ({ node }, { line, names, through }, described) => {
      const between = through === undefined ? undefined : described.get(through)?.node.path;
      return { node, line, names, ...(between !== undefined && { through: between }) };
    },
  );
};
