import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { isStaleNodeId, keyOf } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';

/** A filter without condition is the widest range, so that one statement serves all filters. */
export type Range = readonly [least: number, most: number];

export const ANY: Range = [0, Number.MAX_SAFE_INTEGER];
export const NONE: Range = [-1, -1];

/** @param value undefined for any */
export function exactly(value: number | undefined): Range {
  return value === undefined ? ANY : [value, value];
}

/** @param flag undefined for both */
export function flagRange(flag: boolean | undefined): Range {
  return flag === undefined ? [0, 1] : exactly(Number(flag));
}

/**
 * The integer ids of projects that a label selects.
 *
 * @param label undefined for all
 * @throws AnalyzerError `not_found`
 */
export function projectRange(snapshot: Snapshot, label: string | undefined): Range {
  if (label === undefined) return ANY;
  const id = snapshot.count('SELECT coalesce(max(id), 0) AS n FROM project WHERE label = ?', [label]);
  if (id > 0) return exactly(id);
  const labels = snapshot.all('SELECT label FROM project ORDER BY id', [], (row) => row.text('label'));
  const meant = nearest(label, labels);
  const hint = meant === undefined ? 'The operation projects lists the labels.' : `Did you mean ${meant}?`;
  throw new AnalyzerError('not_found', { what: 'project', name: label }, { hint });
}

/**
 * The integer id of a language, as a range; empty for a language that the index does not have.
 *
 * @param name undefined for any language, and for nodes without one
 */
export function languageRange(snapshot: Snapshot, name: string | undefined): Range {
  if (name === undefined) return ANY;
  const id = snapshot.count('SELECT coalesce(max(id), 0) AS n FROM language WHERE name = ?', [name]);
  return id === 0 ? NONE : exactly(id);
}

/**
 * @param id `g_…`
 * @returns its integer id
 * @throws AnalyzerError `not_found`
 */
export function requireGroup(snapshot: Snapshot, id: string): number {
  const found = findGroup(snapshot, id);
  if (found !== undefined) return found;
  throw new AnalyzerError(
    'not_found',
    { what: 'group', name: id },
    { hint: 'The operation clones lists the groups; a group disappears when its copies change.' },
  );
}

/** @param id `g_…` @returns its integer id; undefined if the index does not have it */
export function findGroup(snapshot: Snapshot, id: string): number | undefined {
  return snapshot.first('SELECT id FROM group_detail WHERE key = ?', [keyOf(id)], (row) => row.integer('id'));
}

/**
 * @param id `n_…`
 * @returns its integer id
 * @throws AnalyzerError `stale_id`, `not_found`
 */
export function requireNode(snapshot: Snapshot, id: string): number {
  const found = snapshot.first('SELECT id FROM node WHERE key = ?', [keyOf(id)], (row) => row.integer('id'));
  if (found !== undefined) return found;
  if (isStaleNodeId(id)) {
    const hint = 'Find the node again: the operations nodes, search and explore take its name or path.';
    throw new AnalyzerError('stale_id', { id }, { hint });
  }
  const hint =
    'The operation nodes lists the nodes; the id of a declaration changes with its name, kind, file and project, not with its line.';
  throw new AnalyzerError('not_found', { what: 'node', name: id }, { hint });
}
