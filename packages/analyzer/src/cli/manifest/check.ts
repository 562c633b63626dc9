import { AnalyzerError, EXIT } from '@analyzer/contracts';
import type { ManifestReportV1 } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { checkManifest } from '@analyzer/core/conformance/check.ts';
import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import { type Baseline, readBaseline, writeBaseline } from './baseline-file.ts';
import type { CheckFlags } from './flags.ts';
import { CHECK_FORMATS } from './formats.ts';
import { codeProject, projectManifest } from './project.ts';

/** Checks code against a manifest; exits with 1 if there are new problems. */
export async function manifestCheckCommand(
  path: string | undefined,
  project: string | undefined,
  flags: CheckFlags,
): Promise<void> {
  const before = flags.baseline === undefined ? undefined : readBaseline(flags.baseline);
  requireBaseline(before, flags);
  await interruptible(async (signal) => {
    const { manifest, folder } = await projectManifest(path, project);
    const code = await codeProject({ folder, isNamed: project !== undefined }, flags, signal);
    const report = checkManifest(manifest.root, code, {
      effects: flags.effects,
      baseline: before?.problems ?? new Set(),
      decided: decidedBy(flags, before),
    });
    if (flags.writeBaseline === true && flags.baseline !== undefined) {
      const allowsUndecided = flags.allowUndecided === true;
      await writeBaseline(flags.baseline, { before, report, allowsUndecided }, signal);
    }
    const style = new TerminalStyle(terminalStyle(flags));
    const view = { manifest: manifest.path, project: flags.project ?? folder, style };
    await writeStream(process.stdout, await CHECK_FORMATS[flags.format].render(report, view), signal);
    const isFirst = flags.writeBaseline === true && before === undefined;
    const isTooFew = hasTooFew(report, flags);
    process.exitCode = (report.new_problems > 0 && !isFirst) || isTooFew ? EXIT.findings : EXIT.ok;
  });
}

/** The entries that must be decided. */
function decidedBy({ strict, allowUndecided }: CheckFlags, before: Baseline | undefined): ReadonlySet<string> | 'all' {
  if (strict === true) return 'all';
  return allowUndecided === true || before === undefined ? new Set() : before.decided;
}

/** Whether less is decided than `--min-decided`; says so. */
function hasTooFew({ decided, entries }: ManifestReportV1, { minDecided }: CheckFlags): boolean {
  if (minDecided === undefined || decided * 100 >= minDecided * entries) return false;
  const share = Math.floor((100 * decided) / entries);
  process.stderr.write(`analyzer: ${share} % of the entries are decided; --min-decided is ${minDecided} %\n`);
  return true;
}

function requireBaseline(before: Baseline | undefined, { baseline, writeBaseline: writes }: CheckFlags): void {
  if (writes === true && baseline === undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: '--write-baseline needs --baseline' },
      { hint: 'Set the file with --baseline.' },
    );
  }
  if (baseline !== undefined && before === undefined && writes !== true) {
    throw new AnalyzerError(
      'not_found',
      { what: 'baseline', name: baseline },
      { hint: 'Create a first one with --write-baseline.' },
    );
  }
}
