import { allCycles } from '@analyzer/core/check/all-cycles.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import type { Scan, ScanEvent, ScanOptions } from '@analyzer/core/scan/model.ts';
import type { Outcomes } from '@analyzer/core/scan/read-entries.ts';
import { scan, scanSides } from '@analyzer/core/scan/scan.ts';
import type { LaterSource } from '@analyzer/core/tree/source.ts';
import type { ScanChoices } from '../options/scan.ts';
import { Progress } from '../output/progress.ts';
import type { CheckFlags, CycleChoice } from './flags.ts';
import { needsShare } from './share.ts';

/** Scans a project for a comparison with a baseline, which needs groups and cycles but no calls. */
export async function checkScan(
  project: string,
  options: ScanOptions,
  engine: Engine,
  choices: ScanChoices & CycleChoice,
  signal: AbortSignal,
): Promise<Scan> {
  const progress = new Progress(process.stderr);
  try {
    const context = { ...checkContext(engine, choices, signal), onEvent: (event: ScanEvent) => progress.on(event) };
    return countedCycles(await scan(project, options, context), choices);
  } finally {
    progress.end();
  }
}

/** Scans the project at an earlier revision, and now. @param choices `outcomes` gets the parsed files */
export async function checkScans(
  before: LaterSource,
  project: string,
  options: ScanOptions,
  engine: Engine,
  choices: ScanChoices &
    CycleChoice &
    Pick<CheckFlags, 'maxShare' | 'summary' | 'reportUnusedIgnores'> & { outcomes: Outcomes },
  signal: AbortSignal,
): Promise<[Scan, Scan]> {
  let [progress, current] = [new Progress(process.stderr, { title: '[1/2]' }), 0];
  const onEvent = (event: ScanEvent, side: number) => {
    if (side !== current) {
      progress.end();
      [progress, current] = [new Progress(process.stderr, { title: `[${side + 1}/2]` }), side];
    }
    progress.on(event);
  };
  try {
    // A baseline lists the copies of all groups; the share is that of a list.
    const { outcomes } = choices;
    const context = {
      ...checkContext(engine, choices, signal),
      foldsOnlyAfter: !needsShare(choices),
      onlyChangedPart: !needsShare(choices) && choices.reportUnusedIgnores !== true,
      outcomes,
      onEvent,
    };
    const [old, now] = await scanSides(before, project, options, context);
    return [countedCycles(old, choices), countedCycles(now, choices)];
  } finally {
    progress.end();
  }
}

function checkContext(engine: Engine, { cacheDir }: ScanChoices, signal: AbortSignal) {
  const cache = cacheDir === undefined ? {} : { cacheDir };
  return { engine, signal, withoutCalls: true, withoutUses: true, withCopyEvidence: true, ...cache };
}

/** With `--cycles all` a scan contains the cycles of all imports. */
function countedCycles(scanned: Scan, { cycles }: CycleChoice): Scan {
  if (cycles !== 'all') return scanned;
  return { ...scanned, cycles: allCycles(scanned.cycles, scanned.non_load_cycles), non_load_cycles: [] };
}
