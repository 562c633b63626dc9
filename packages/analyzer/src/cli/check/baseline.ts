import { AnalyzerError, EXIT } from '@analyzer/contracts';
import { baselineOf } from '@analyzer/core/check/baseline.ts';
import { check } from '@analyzer/core/check/check.ts';
import { type Baseline, findingsOf } from '@analyzer/core/check/model.ts';
import { updatedBaseline } from '@analyzer/core/check/update.ts';
import { CODE_CLASSES } from '@analyzer/core/lists/list-classes.ts';
import { renderBaselineReport } from '@analyzer/core/render/check/baseline-report.ts';
import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { openEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { chosenOptions } from '../options/scan.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { requireComplete } from '../output/require-complete.ts';
import { writeStream } from '../output/write-stream.ts';
import { BaselineFile } from './baseline-file.ts';
import type { BaselineFlags } from './flags.ts';
import { migrateBaseline } from './migrate.ts';
import { optionsOfBaseline, overriding } from './options.ts';
import { checkScan } from './scan.ts';

/** Writes a baseline: at first all present findings, later those that are still present and those that are accepted. */
export async function baselineCommand(path: string, flags: BaselineFlags): Promise<void> {
  const file = new BaselineFile(path, flags.baseline);
  if (flags.migrate === true) return await migrateBaseline(path, file, flags);
  const before = file.read();
  const accepted = flags.accept ?? [];
  const isAnew = before === undefined || accepted.includes('all');
  if (before === undefined) requireNone(file, accepted);
  else if (!isAnew) file.requireComparable(before);
  await interruptible(async (signal) => {
    const scanned = await scanProject(path, optionsFor(before, isAnew, flags), flags, signal);
    if (flags.strict === true) requireComplete(scanned);
    const checked =
      before === undefined || isAnew
        ? undefined
        : check(scanned, before, { baseline: file.name }, { include: CODE_CLASSES });
    const after = checked === undefined ? baselineOf(scanned) : updatedBaseline(checked, accepted);
    const isWritten = await file.write(after, signal);
    const left = check(scanned, after, { baseline: file.name });
    const style = new TerminalStyle(terminalStyle(flags));
    const report = renderBaselineReport({ name: file.path, before, after, left, isWritten }, style);
    await writeStream(process.stdout, report, signal);
    if (findingsOf(left) > 0) process.exitCode = EXIT.findings;
  });
}

/** A first baseline contains all findings; `--accept` needs an existing baseline. */
function requireNone(file: BaselineFile, accepted: readonly string[]): void {
  if (accepted.every((id) => id === 'all')) return;
  throw new AnalyzerError(
    'not_found',
    { what: 'baseline', name: file.path },
    { hint: `A first baseline allows all present findings: ${file.command}` },
  );
}

function optionsFor(before: Baseline | undefined, isAnew: boolean, flags: BaselineFlags): ScanOptions {
  if (before === undefined) return completeOptions(chosenOptions(flags));
  return isAnew ? overriding(before, flags) : optionsOfBaseline(before, flags);
}

async function scanProject(
  path: string,
  options: ScanOptions,
  flags: BaselineFlags,
  signal: AbortSignal,
): Promise<Scan> {
  optimizeLater();
  const engine = openEngine(flags, signal);
  try {
    return await checkScan(path, options, engine, flags, signal);
  } finally {
    await engine.close();
  }
}
