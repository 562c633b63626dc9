import { type CacheReport, joinedReport } from '@analyzer/core/parse/cache/report.ts';
import { runLine } from '@analyzer/core/render/terminal/run-line.ts';
import { type Shortfall, ViewKeeper } from '@analyzer/core/scan/kept-view.ts';
import { listedEvent, listProject } from '@analyzer/core/scan/list-project.ts';
import type { ScanEvent, ScanOptions } from '@analyzer/core/scan/model.ts';
import { announceCache } from './announce-cache.ts';
import { chooseEngine, programDigest } from './engine-choice.ts';
import type { ScanOutput } from './full-scan.ts';
import { lookOptions } from './look-options.ts';
import { Progress } from './progress.ts';
import type { ScanFlags } from './scan-flags.ts';

/**
 * Writes the terminal view of a scan: the kept one where nothing changed, else that of a new scan, which is kept for the
 * next run. What only a new scan needs is loaded when there is one.
 */
export async function keptScan(
  path: string,
  options: ScanOptions,
  flags: ScanFlags & { cacheDir: string },
  { write, signal }: ScanOutput,
): Promise<Shortfall> {
  const { cacheDir } = flags;
  const engine = await chooseEngine(flags);
  const look = lookOptions(flags);
  const reports: CacheReport[] = [];
  const progress = new Progress(process.stderr);
  const onEvent = (event: ScanEvent) => progress.on(event);
  try {
    const project = await listProject(path, options, { cacheDir, signal, onEvent });
    const drawing = { ...look, width: String(look.width), program: programDigest(), node: process.version };
    const keeper = new ViewKeeper(project, { cacheDir, engine, look: drawing });
    reports.push(keeper.report);
    const kept = await keeper.recall({ signal, onEvent });
    if (kept !== undefined) {
      progress.end();
      const wall_ms = Math.round(performance.now() - project.started);
      await write(followed(kept.pieces, runLine({ engine: engine.name, wall_ms }, look)));
      return kept.shortfall;
    }
    onEvent(listedEvent(project));
    const { newScan, renderView, shortfallOf } = await import('./new-scan.ts');
    const onCache = (report: CacheReport) => reports.push(report);
    const scan = await newScan(project, engine, flags, { signal, onEvent, onCache });
    progress.end();
    const shortfall = shortfallOf(scan);
    const view = keeper.keep(scan, shortfall, renderView(scan, look));
    await write(followed(view, runLine({ engine: scan.engine, ...scan.runtime }, look)));
    return shortfall;
  } finally {
    progress.end();
    announceCache(joinedReport(reports));
  }
}

function* followed(texts: Iterable<string | Uint8Array>, last: string): Generator<string | Uint8Array> {
  yield* texts;
  yield last;
}
