import { Drafter } from '@analyzer/core/generalize/draft-group.ts';
import { scanSource } from '@analyzer/core/generalize/draft-source.ts';
import type { Draft } from '@analyzer/core/generalize/model.ts';
import { createNativeEngine } from '@analyzer/core/parse/native/engine.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import type { Group, Scan } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { NATIVE, WORKER } from '../folders.ts';

/** Whether lists show a group of functions, other than blocks. */
export function isListed({ folded_into, same_as, blocks }: Group): boolean {
  return folded_into === undefined && same_as === undefined && blocks === undefined;
}

/** Scans a folder. @param name of the engine */
export async function scanWith(name: string, folder: string): Promise<Scan> {
  const jobs = 2;
  const engine =
    name === 'native' ? createNativeEngine({ jobs, file: NATIVE }) : createPortableEngine({ jobs, workerPath: WORKER });
  try {
    return await scan(folder, completeOptions({}), { engine });
  } finally {
    await engine.close();
  }
}

/** The drafts of some groups, shown or not. @param folder that was scanned */
export async function* draftsOf(scanned: Scan, folder: string, groups: readonly Group[]): AsyncGenerator<Draft> {
  const engine = createPortableEngine({ jobs: 1, workerPath: WORKER });
  try {
    yield* new Drafter(scanSource(scanned), folder, engine).drafts(groups);
  } finally {
    await engine.close();
  }
}
