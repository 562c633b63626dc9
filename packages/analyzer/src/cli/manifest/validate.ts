import { AnalyzerError, ERRORS, EXIT } from '@analyzer/contracts';
import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import { manifestsAt, type OpenedManifest, openManifest } from '../input/manifest.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { reportError } from '../output/report-error.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ValidateFlags } from './flags.ts';
import { VALIDATE_FORMATS } from './formats.ts';

/** Prints the findings of manifests. Manifests that cannot be read are reported on stderr, and the others checked. */
export async function manifestValidateCommand(paths: readonly string[], flags: ValidateFlags): Promise<void> {
  await interruptible(async (signal) => {
    const opened: OpenedManifest[] = [];
    const codes: number[] = [];
    for (const path of paths.length > 0 ? paths : ['.']) {
      try {
        for (const name of manifestsAt(path)) {
          const manifest = await openManifest(name, flags.as);
          opened.push(manifest);
          codes.push(exitCode(manifest, flags.strict ?? false));
        }
      } catch (error) {
        if (!(error instanceof AnalyzerError)) throw error;
        codes.push(reportError(error, process.stderr, 'analyzer manifest validate'));
      }
      signal.throwIfAborted();
    }
    const texts = await VALIDATE_FORMATS[flags.format].render(opened, new TerminalStyle(terminalStyle(flags)));
    await writeStream(process.stdout, texts, signal);
    process.exitCode = Math.max(...codes);
  });
}

function exitCode({ readable, findings, omitted }: OpenedManifest, strict: boolean): number {
  if (!readable) return ERRORS.invalid_file.exit;
  const counts = findings.some(({ severity }) => strict || severity === 'error');
  return counts || omitted > 0 ? EXIT.findings : EXIT.ok;
}
