import { AnalyzerError, EXIT } from '@analyzer/contracts';
import { checkManifest } from '@analyzer/core/conformance/check.ts';
import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import { readBaseline, writeBaseline } from './baseline-file.ts';
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
    const report = checkManifest(manifest.root, code, { effects: flags.effects, baseline: before ?? new Set() });
    if (flags.writeBaseline === true && flags.baseline !== undefined) {
      await writeBaseline(flags.baseline, before, report, signal);
    }
    const style = new TerminalStyle(terminalStyle(flags));
    const view = { manifest: manifest.path, project: flags.project ?? folder, style };
    await writeStream(process.stdout, await CHECK_FORMATS[flags.format].render(report, view), signal);
    const isFirst = flags.writeBaseline === true && before === undefined;
    process.exitCode = report.new_problems > 0 && !isFirst ? EXIT.findings : EXIT.ok;
  });
}

function requireBaseline(
  before: ReadonlySet<string> | undefined,
  { baseline, writeBaseline: writes }: CheckFlags,
): void {
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
