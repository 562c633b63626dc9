import { compareBytes } from '@analyzer/contracts/order';
import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import { type Compared, comparedOf, MAX_DECLARATIONS } from '../drift/declarations.ts';
import { type Pair, pairUp, stateOf } from '../drift/pair.ts';
import type { Range } from '../filters/scope.ts';
import { invalidRequest } from '../request/field-errors.ts';
import type { Found, ProjectPair, States } from './model.ts';

const FILES = 'SELECT id, last_node_id, path, tree_hash, sha256 FROM file WHERE project_id = ? ORDER BY id';

interface File {
  range: Range;
  /** Digests of the bytes and of the syntax. */
  digest: string;
}

/** The declarations of changed files, paired as by `drift`, by path and name. */
export function declarationChanges({ before, now }: States, project: ProjectPair): Found[] {
  const [old, current] = [filesOf(before, project.before), filesOf(now, project.now)];
  const differs = (path: string) => old.get(path)?.digest !== current.get(path)?.digest;
  const { pairs, onlyA, onlyB } = pairUp(
    declarationsOf(before, project.label, old, differs),
    declarationsOf(now, project.label, current, differs),
  );
  const found = [
    ...pairs.flatMap((pair) => pairChange(pair)),
    ...onlyA.map((one) => ({ one, found: changeOf({ change: 'removed', node: one.id }) })),
    ...onlyB.map((one) => ({ one, found: changeOf({ change: 'added', node: one.id }) })),
  ];
  return found
    .sort(({ one: a }, { one: b }) => compareBytes(a.path, b.path) || compareBytes(a.name, b.name) || a.id - b.id)
    .map((it) => it.found);
}

function pairChange([old, one]: Pair): { one: Compared; found: Found }[] {
  const isMoved = old.path !== one.path || old.name !== one.name;
  const state = stateOf([old, one]);
  const isChanged = state === 'edited' || state === 'renamed';
  if (!isMoved && !isChanged) return [];
  return [{ one, found: changeOf({ change: isMoved ? 'moved' : 'changed', node: one.id, before: old.id }) }];
}

function changeOf(change: Omit<Found, 'kind'>): Found {
  return { kind: 'declaration', ...change };
}

function filesOf(snapshot: Snapshot, project: number | undefined): Map<string, File> {
  if (project === undefined) return new Map();
  return new Map(
    snapshot.all(FILES, [project], (row) => {
      const [bytes, tree] = [row.optionalBytes('sha256'), row.optionalBytes('tree_hash')];
      const digest = `${bytes && hex(bytes)} ${tree && hex(tree)}`;
      return [row.text('path'), { range: [row.integer('id'), row.integer('last_node_id')], digest }];
    }),
  );
}

/** @throws AnalyzerError `invalid_request` if changed files have too many */
function declarationsOf(
  snapshot: Snapshot,
  project: string,
  files: ReadonlyMap<string, File>,
  differs: (path: string) => boolean,
): Compared[] {
  const found: Compared[] = [];
  for (const range of joined([...files].flatMap(([path, file]) => (differs(path) ? [file.range] : [])))) {
    found.push(...comparedOf(snapshot, { project, path: '', name: '', range }));
    if (found.length > MAX_DECLARATIONS) throw tooMany(project);
  }
  return found;
}

/** Ranges of files that follow each other are one. */
function joined(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  for (const [first, last] of ranges) {
    const previous = found.at(-1);
    if (previous !== undefined && previous[1] + 1 === first) found[found.length - 1] = [previous[0], last];
    else found.push([first, last]);
  }
  return found;
}

function tooMany(project: string): Error {
  const message = `changed files of ${project} have more than ${MAX_DECLARATIONS.toLocaleString('en')} declarations`;
  const hint = 'Ask for another project or kind, or compare folders with the operation drift.';
  return invalidRequest([{ pointer: '/params/project', code: 'out_of_range', message }], hint);
}
