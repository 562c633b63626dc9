import { Drafter } from '@analyzer/core/generalize/draft-group.ts';
import { scanSource } from '@analyzer/core/generalize/draft-source.ts';
import type { Draft } from '@analyzer/core/generalize/model.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { createNativeEngine } from '@analyzer/core/parse/native/engine.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import type { Group, Scan } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { NATIVE, WORKER } from '../folders.ts';

/** Whether lists show a group of functions, or of runs of statements. */
export function isListed({ folded_into, same_as, blocks, kind }: Group): boolean {
  return folded_into === undefined && same_as === undefined && (blocks === undefined || kind.startsWith('block'));
}

/** Scans a folder. @param name of the engine */
export async function scanWith(name: string, folder: string): Promise<Scan> {
  const engine = openEngine(name, 2);
  try {
    return await scan(folder, completeOptions({}), { engine });
  } finally {
    await engine.close();
  }
}

function openEngine(name: string, jobs: number): Engine {
  return name === 'native'
    ? createNativeEngine({ jobs, file: NATIVE })
    : createPortableEngine({ jobs, workerPath: WORKER });
}

/** The drafts of some groups, shown or not. @param folder that was scanned @param name of the engine */
export async function* draftsOf(
  scanned: Scan,
  folder: string,
  groups: readonly Group[],
  name = 'native',
): AsyncGenerator<Draft> {
  const engine = openEngine(name, 1);
  try {
    yield* new Drafter(scanSource(scanned), folder, engine).drafts(groups);
  } finally {
    await engine.close();
  }
}
