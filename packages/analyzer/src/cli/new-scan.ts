import type { CacheReport } from '@analyzer/core/parse/cache/report.ts';
import type { ListedProject } from '@analyzer/core/scan/list-project.ts';
import type { Scan, ScanEvent } from '@analyzer/core/scan/model.ts';
import { scanListed } from '@analyzer/core/scan/scan.ts';
import { startEngine } from './engine.ts';
import type { ChosenEngine } from './engine-choice.ts';
import type { ScanFlags } from './scan-flags.ts';

export { renderView } from '@analyzer/core/render/terminal.ts';
export { shortfallOf } from './require-complete.ts';

interface NewScanContext {
  signal: AbortSignal;
  onEvent: (event: ScanEvent) => void;
  /** Hears at the end what the parse cache did. */
  onCache: (report: CacheReport) => void;
}

/** Scans a listed project, of which no kept view fits, with an engine of its own. */
export async function newScan(
  project: ListedProject,
  { native }: ChosenEngine,
  flags: ScanFlags,
  { signal, onEvent, onCache }: NewScanContext,
): Promise<Scan> {
  const engine = startEngine(native, flags, signal, { onClose: onCache });
  try {
    return await scanListed(project, { engine, signal, onEvent });
  } finally {
    await engine.close();
  }
}
