import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { codeOf, EDGE_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { lowered } from '../filters/lowered.ts';
import type { Range } from '../filters/scope.ts';

/** Names that are compared for a suggestion. */
const MAX_COMPARED = 5_000;

/** Separators of qualified names in other notations: `A::b`, `A#b`, `A->b`. */
const SEPARATORS = /::|->|(?<=\w)#/g;

/** Separates namespaces and names of PHP. */
const NAMESPACE = '\\';

/** Parts at the end of a qualified name that can be one name with separators, as in `List.[Symbol.iterator]`. */
const MAX_PARTS = 8;

const DECLARATIONS = `
  SELECT node.id, coalesce(qualifier.text, '') AS qualifier, name.text AS name, node.exported, node.classes,
    (SELECT count(*) FROM edge WHERE to_id = node.id AND edge.kind = ${codeOf(EDGE_KINDS, 'calls')}) AS calls
  FROM name CROSS JOIN node ON node.name_id = name.id
  LEFT JOIN name AS qualifier ON qualifier.id = node.qualifier_id
  WHERE node.project_id BETWEEN ? AND ? AND ${goingOn('node.id')} AND`;
const SAME_NAME = `${DECLARATIONS} name.text = ?`;
const OTHER_CASE = `${DECLARATIONS} lower(name.text) = ?`;
const SIMILAR = `SELECT text FROM name WHERE text >= ? AND text < ? ORDER BY text LIMIT ${MAX_COMPARED}`;

interface Named {
  id: number;
  qualified: string;
  isExported: boolean;
  hasClasses: boolean;
  calls: number;
}

/**
 * Declarations with a name, or with a qualified name that ends with it; without one, those with this name in another case.
 *
 * @returns integer ids, most likely first: product code, then those that most functions call, then exported ones
 * @throws AnalyzerError `not_found`
 */
export function namedDeclarations(snapshot: Snapshot, projects: Range, given: string): number[] {
  const { wanted, same } = sameName(snapshot, projects, given);
  const names = lastNames(wanted);
  const found =
    firstOf(names, (name, at) =>
      (at === 0 ? same : read(snapshot, SAME_NAME, projects, name)).filter((it) => endsWith(it.qualified, wanted)),
    ) ??
    firstOf(names, (name) =>
      read(snapshot, OTHER_CASE, projects, lowered(name)).filter((it) =>
        endsWith(lowered(it.qualified), lowered(wanted)),
      ),
    );
  if (found === undefined) throw notFound(snapshot, given, names[0] ?? wanted);
  return found
    .sort((a, b) => rank(a, wanted) - rank(b, wanted) || b.calls - a.calls || a.id - b.id)
    .map(({ id }) => id);
}

/** What `namedDeclarations` reads first: the declarations with the last part of a qualified name. */
export function sameName(snapshot: Snapshot, projects: Range, given: string): { wanted: string; same: Named[] } {
  const wanted = given.replace(/\(\)?$/, '').replace(SEPARATORS, '.');
  const [name = wanted] = lastNames(wanted);
  return { wanted, same: read(snapshot, SAME_NAME, projects, name) };
}

/** The names that a qualified name can end with, the shortest first. */
function lastNames(wanted: string): string[] {
  const starts = [...wanted.matchAll(/^|[.\\]/g)].map(({ 0: separator, index }) => index + separator.length);
  return starts
    .reverse()
    .slice(0, MAX_PARTS)
    .map((start) => wanted.slice(start));
}

/** The first list that is not empty. */
function firstOf(names: readonly string[], find: (name: string, at: number) => Named[]): Named[] | undefined {
  for (const [at, name] of names.entries()) {
    const found = find(name, at);
    if (found.length > 0) return found;
  }
  return undefined;
}

function read(snapshot: Snapshot, sql: string, projects: Range, name: string): Named[] {
  return snapshot.all(sql, [...projects, name], (row) => ({
    id: row.integer('id'),
    qualified: row.text('qualifier') + row.text('name'),
    isExported: row.flag('exported'),
    hasClasses: row.integer('classes') > 0,
    calls: row.integer('calls'),
  }));
}

/** Tests, vendored and generated code, examples, benchmarks and configuration are last. */
function rank({ qualified, isExported, hasClasses }: Named, wanted: string): number {
  return Number(hasClasses) * 4 + Number(qualified !== wanted) * 2 + Number(!isExported);
}

function endsWith(qualified: string, wanted: string): boolean {
  return qualified === wanted || qualified.endsWith(`.${wanted}`) || qualified.endsWith(`${NAMESPACE}${wanted}`);
}

function notFound(snapshot: Snapshot, given: string, name: string): AnalyzerError {
  const start = name.slice(0, 2);
  const next = `${start}\u{10ffff}`;
  const meant = nearest(
    name,
    snapshot.all(SIMILAR, [start, next], (row) => row.text('text')),
  );
  const hint =
    meant === undefined
      ? 'The operation nodes finds names by glob, such as {"name": "*part*"}.'
      : `Did you mean ${meant}?`;
  return new AnalyzerError('not_found', { what: 'declaration or file', name: given }, { hint });
}
