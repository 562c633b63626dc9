import { AnalyzerError, EXIT } from '@analyzer/contracts';
import { check } from '@analyzer/core/check/check.ts';
import { migratedBaseline } from '@analyzer/core/check/migrate.ts';
import { findingsOf } from '@analyzer/core/check/model.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { FINGERPRINT_VERSION, FORMER_FINGERPRINT } from '@analyzer/core/parse/versions.ts';
import { renderBaselineReport, renderLeft } from '@analyzer/core/render/check/baseline-report.ts';
import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { openEngine, openFormerEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { requireComplete } from '../output/require-complete.ts';
import { writeStream } from '../output/write-stream.ts';
import type { BaselineFile } from './baseline-file.ts';
import type { BaselineFlags } from './flags.ts';
import { optionsOfBaseline } from './options.ts';
import { checkScan } from './scan.ts';

/** Writes a baseline of the former fingerprints with those of this program, and lists the findings that it does not allow. */
export async function migrateBaseline(path: string, file: BaselineFile, flags: BaselineFlags): Promise<void> {
  const before = file.read();
  if (before === undefined) {
    throw new AnalyzerError(
      'not_found',
      { what: 'baseline', name: file.path },
      { hint: `A first baseline allows all present findings: ${file.command}` },
    );
  }
  if (before.fingerprint !== FORMER_FINGERPRINT) file.requireComparable(before);
  await interruptible(async (signal) => {
    const style = new TerminalStyle(terminalStyle(flags));
    if (before.fingerprint === FINGERPRINT_VERSION) {
      const line = `${file.path} has fingerprints of version ${FINGERPRINT_VERSION}: nothing to migrate`;
      await writeStream(process.stdout, [`${style.name(line)}\n`], signal);
      return;
    }
    optimizeLater();
    const options = optionsOfBaseline(before, flags);
    const { cacheDir: _, ...withoutCache } = flags;
    const former = await scanWith(openFormerEngine(flags, signal), path, options, withoutCache, signal);
    const now = await scanWith(openEngine(flags, signal), path, options, flags, signal);
    if (flags.strict === true) requireComplete(now);
    const after = migratedBaseline(before, former, now);
    const isWritten = await file.write(after, signal);
    const left = check(now, after, { baseline: file.name });
    await writeStream(
      process.stdout,
      renderBaselineReport({ name: file.path, before, after, left, isWritten }, style),
      signal,
    );
    await writeStream(process.stdout, renderLeft(left, style), signal);
    if (findingsOf(left) > 0) process.exitCode = EXIT.findings;
  });
}

async function scanWith(
  engine: Engine,
  path: string,
  options: ScanOptions,
  flags: BaselineFlags,
  signal: AbortSignal,
): Promise<Scan> {
  try {
    return await checkScan(path, options, engine, flags, signal);
  } finally {
    await engine.close();
  }
}
