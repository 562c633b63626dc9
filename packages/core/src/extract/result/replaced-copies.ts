import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { RecordedCopy } from '../state/model.ts';
import type { Expectation } from './model.ts';

/**
 * The copies that a migration replaces: without those that the design, the result or the accepted migration keeps.
 *
 * @param listed copies that the result keeps
 */
export function replacedCopies(
  copies: readonly RecordedCopy[],
  listed: NonNullable<TaskResultV1['kept']>,
  { kept, migration }: Pick<Expectation, 'kept' | 'migration'>,
): RecordedCopy[] {
  const all = [...listed, ...(migration?.kept ?? [])];
  return copies.filter(({ family_id: id, path, qualified_name: name }) => {
    return !kept.has(id) && !all.some((one) => one.family_id === id && one.path === path && one.name === name);
  });
}
