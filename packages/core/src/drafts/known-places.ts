import type { DraftData } from '@analyzer/contracts/query/draft.data';
import type { Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import { Differences } from '#query/evidence/differences.ts';
import { tokenChanges } from '#relate/align/token-changes.ts';

export type Place = DraftData['parameters'][number];

/** Copies that are compared. */
const MAX_COMPARED = 40;
export const MAX_PLACES = 100;

/**
 * Where copies differ, as the index knows it: kinds and lines, no code.
 *
 * @param nodes integer ids of functions, in the order of the group
 * @param isAligned whether they differ only in names and literals
 */
export function knownPlaces(snapshot: Snapshot, nodes: readonly number[], isAligned: boolean): Place[] {
  const compared = nodes.slice(0, MAX_COMPARED);
  snapshot.prefetchTokens(compared);
  const records = compared.flatMap((node) => snapshot.tokens(node) ?? []);
  const places = isAligned ? alignedPlaces(records) : changedPlaces(records);
  return places.slice(0, MAX_PLACES);
}

function alignedPlaces(records: readonly TokenRecord[]): Place[] {
  const differences = new Differences();
  for (const record of records) differences.add(record);
  const names = records.map((_, at) => String(at));
  return differences
    .list(names)
    .map(({ role, line }) => ({ kind: role === 'literal' ? 'literal' : 'name', lines: [line] }));
}

/** Of similar functions: the lines of the first one that change in another one. */
function changedPlaces([first, ...others]: readonly TokenRecord[]): Place[] {
  if (first === undefined) return [];
  const lines = new Set(others.flatMap((record) => tokenChanges(first, record).map(({ line }) => line)));
  return [...lines].sort((a, b) => a - b).map((line) => ({ kind: 'code', lines: [line] }));
}
