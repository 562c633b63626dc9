import { GATE_RULES } from '#languages/policy.ts';
import type { Scan } from '#scan/model.ts';
import type { Moves } from './edits.ts';
import { locationOf } from './families.ts';
import type { Copy, GroupFinding } from './model.ts';

interface Declared {
  path: string;
  qualified_name: string;
  nodes: number;
}

/**
 * Declarations that may have moved to another file: of those that are missing, and of the unlisted copies of findings that did
 * not exist before, each that has about the size of one of the others.
 *
 * @param pathNow by path before, the path of the file now
 */
export function possibleMoves(
  before: Scan,
  now: Scan,
  findings: readonly GroupFinding[],
  pathNow: (path: string) => string,
): Moves {
  const [old, current] = [declarationsOf(before, pathNow), declarationsOf(now, (path) => path)];
  const copies = new Map(findings.flatMap(({ unlisted }) => unlisted.map((it) => [it.location, it] as const)));
  const added = [...copies.keys()].flatMap((location) => (old.has(location) ? [] : (current.get(location) ?? [])));
  if (added.length === 0) return { missing: [], added: [] };
  const gone = [...old].flatMap(([location, it]) => (current.has(location) ? [] : [it]));
  const missing = gone.filter((it) => added.some((other) => areOfOneSize(it, other)));
  const moved = added.filter((it) => missing.some((other) => areOfOneSize(it, other)));
  return missing.length * moved.length > GATE_RULES.renamed.max_pairs
    ? { missing: [], added: [] }
    : { missing, added: moved };
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
      return (entry.facts?.declarations ?? []).map(({ qualified_name, nodes }) => {
        return [locationOf(path, qualified_name), { path, qualified_name, nodes }] as const;
      });
    }),
  );
}

/** Whether a copy is one of the declarations that may have moved. */
export function mayBeMoved({ added }: Moves, { path, qualified_name }: Copy): boolean {
  return added.some((it) => it.path === path && it.qualified_name === qualified_name);
}
