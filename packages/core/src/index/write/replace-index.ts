import { resolve } from 'node:path';
import type { Database } from '../sqlite/driver.ts';
import { fileError, writeError } from '../sqlite/failure.ts';
import { Statements } from '../sqlite/statements.ts';
import { lockIndex, type Waiting } from './index-lock.ts';
import { NewIndex } from './new-index.ts';
import { labelsOf } from './other-projects.ts';
import { type Replaceable, requireReplaceable, targetOf } from './replaceable.ts';

export interface ReplaceContext extends Waiting, Replaceable {
  /** Labels of the projects of the new index, to refuse it before it is written. */
  labels?: readonly string[] | undefined;
  /** Called when the index has its name, before another process can replace it. */
  onReplaced?: ((id: string) => Promise<void>) | undefined;
}

/** What was written. */
export interface Replacement {
  /** Snapshot id. */
  id: string;
  /** The earlier index stays, which has the same projects: what was written is discarded. */
  stays: boolean;
}

/**
 * Writes a new index next to the earlier one, and replaces it when the new one is complete and on disk. Readers of the
 * earlier one can use it until they close it.
 *
 * @param path of the index, as the user wrote it
 * @param write fills the empty tables, in an open transaction
 * @throws AnalyzerError `unusable_index`, `other_projects`, `output_failed`, `busy`, `cancelled`; errors of `write`
 */
export async function replaceIndex<Result extends Replacement>(
  path: string,
  context: ReplaceContext,
  write: (database: Database) => Promise<Result>,
): Promise<Result> {
  const target = targetOf(path, context.isDefaultPath);
  await requireReplaceable(path, context, context.labels);
  const lock = await lockIndex(target, path, context);
  let index: NewIndex | undefined;
  try {
    index = await NewIndex.create(target).catch(fail(fileError, path));
    const result = await write(index.database).catch(fail(writeError, path));
    if (result.stays) return result;
    // Another process may have written an index while this one waited, or changed a link.
    const replaced = target === resolve(path) ? path : target;
    await requireReplaceable(replaced, context, labelsOf(new Statements(index.database)));
    await index.publish(context.signal).catch(fail(fileError, path));
    await context.onReplaced?.(result.id);
    return result;
  } finally {
    index?.discard();
    lock.release();
  }
}

/** Throws the user-visible error of a failure of the system or SQLite. */
function fail(errorOf: (error: unknown, path: string) => unknown, path: string): (error: unknown) => never {
  return (error) => {
    throw errorOf(error, path);
  };
}
