import { GATE_RULES } from '#languages/policy.ts';
import type { BlockRange, Scan } from '#scan/model.ts';
import { callbackId, callbackLocation } from './callback-copies.ts';
import { type Moves, NO_MOVES } from './edits.ts';
import { locationOf } from './families.ts';
import type { Copy, GroupFinding } from './model.ts';

interface Declared {
  path: string;
  qualified_name: string;
  nodes: number;
  start_line: number;
  end_line: number;
}

/**
 * Declarations that may have moved to another file: of those that are missing, and of the unlisted copies of findings that did
 * not exist before, with what is in them and around them, each that has about the size of one of the others: once a finding is explained, one
 * of a declaration in it or around it may be left.
 *
 * @param pathNow by path before, the path of the file now
 */
export function possibleMoves(
  before: Scan,
  now: Scan,
  findings: readonly GroupFinding[],
  pathNow: (path: string) => string,
): Moves {
  return {
    ...movedDeclarations(before, now, findings, pathNow),
    callbacks: movedCallbacks(before, now, findings, pathNow),
  };
}

function movedDeclarations(
  before: Scan,
  now: Scan,
  findings: readonly GroupFinding[],
  pathNow: (path: string) => string,
): Pick<Moves, 'missing' | 'added'> {
  const [old, current] = [declarationsOf(before, pathNow), declarationsOf(now, (path) => path)];
  const copies = new Map<string, Copy[]>();
  for (const copy of findings.flatMap(({ unlisted }) => unlisted)) {
    const its = copies.get(copy.path);
    if (its === undefined) copies.set(copy.path, [copy]);
    else its.push(copy);
  }
  const added = [...current].flatMap(([location, it]) => {
    return !old.has(location) && copies.get(it.path)?.some((copy) => areNested(copy, it)) ? [it] : [];
  });
  if (added.length === 0) return NO_MOVES;
  const gone = [...old].flatMap(([location, it]) => (current.has(location) ? [] : [it]));
  const missing = gone.filter((it) => added.some((other) => areOfOneSize(it, other)));
  const moved = added.filter((it) => missing.some((other) => areOfOneSize(it, other)));
  return missing.length * moved.length > GATE_RULES.renamed.max_pairs ? NO_MOVES : { missing, added: moved };
}

/** Of callbacks only those are known that are similar to others, as those of the findings were. */
function movedCallbacks(
  before: Scan,
  now: Scan,
  findings: readonly GroupFinding[],
  pathNow: (path: string) => string,
): Moves['callbacks'] {
  const unlisted = new Set(
    findings.flatMap((it) => it.unlisted.flatMap(({ id, isCallback }) => (isCallback ? id : []))),
  );
  if (unlisted.size === 0) return NO_MOVES.callbacks;
  const [old, current] = [callbacksOf(before), callbacksOf(now)];
  const there = new Set(current.map(callbackLocation));
  const missing = old.map((it) => ({ ...it, path: pathNow(it.path) })).filter((it) => !there.has(callbackLocation(it)));
  const added = current.filter((it) => unlisted.has(callbackId(it)));
  return { missing, added };
}

function callbacksOf({ copy_evidence: evidence }: Scan): BlockRange[] {
  return evidence?.callbacks.map(({ block }) => block) ?? [];
}

type Lines = Pick<Copy, 'start_line' | 'end_line'>;

/** Whether one is in the other. */
function areNested(copy: Lines, declared: Lines): boolean {
  return contains(copy, declared) || contains(declared, copy);
}

function contains(outer: Lines, inner: Lines): boolean {
  return outer.start_line <= inner.start_line && inner.end_line <= outer.end_line;
}

/** Similar declarations have at least half of their nodes in common. */
function areOfOneSize(one: Declared, other: Declared): boolean {
  return one.nodes <= 2 * other.nodes && other.nodes <= 2 * one.nodes;
}

/** By location. */
function declarationsOf({ entries }: Scan, pathOf: (path: string) => string): Map<string, Declared> {
  return new Map(
    entries.flatMap((entry) => {
      if (entry.kind !== 'file') return [];
      const path = pathOf(entry.path);
      return (entry.facts?.declarations ?? []).map(({ qualified_name, nodes, start_line, end_line }) => {
        return [locationOf(path, qualified_name), { path, qualified_name, nodes, start_line, end_line }] as const;
      });
    }),
  );
}

/** Whether a copy is one of the declarations or callbacks that may have moved. */
export function mayBeMoved({ added, callbacks }: Moves, { path, qualified_name, isCallback }: Copy): boolean {
  if (isCallback) return callbacks.missing.length > 0;
  return added.some((it) => it.path === path && it.qualified_name === qualified_name);
}
