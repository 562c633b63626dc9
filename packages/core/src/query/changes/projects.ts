import { compareBytes } from '@analyzer/contracts/order';
import type { Snapshot } from '#index/port.ts';
import { projectRange } from '../filters/scope.ts';
import type { ProjectPair, States } from './model.ts';

const PROJECTS = 'SELECT id, label, snapshot_id FROM project ORDER BY id';

/**
 * The projects that differ, by label.
 *
 * @param label undefined for all
 * @throws AnalyzerError `not_found` for a project that neither index has
 */
export function changedProjects({ before, now }: States, label: string | undefined): ProjectPair[] {
  const [old, current] = [projectsOf(before), projectsOf(now)];
  if (label !== undefined && !old.has(label)) projectRange(now, label);
  const labels = label === undefined ? [...new Set([...old.keys(), ...current.keys()])].sort(compareBytes) : [label];
  return labels
    .filter((one) => old.get(one)?.snapshot !== current.get(one)?.snapshot)
    .map((one) => ({ label: one, before: old.get(one)?.id, now: current.get(one)?.id }));
}

function projectsOf(snapshot: Snapshot): Map<string, { id: number; snapshot: string }> {
  return new Map(
    snapshot.all(PROJECTS, [], (row) => [
      row.text('label'),
      { id: row.integer('id'), snapshot: row.text('snapshot_id') },
    ]),
  );
}
