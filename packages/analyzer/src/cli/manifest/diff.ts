import { EXIT } from '@analyzer/contracts';
import { diffManifests } from '@analyzer/core/conformance/diff.ts';
import { soundManifest } from '../input/manifest.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { DiffFlags } from './flags.ts';
import { DIFF_FORMATS } from './formats.ts';

/** Prints the changes of contracts between two manifests; exits with 1 if there are changes. */
export async function manifestDiffCommand(before: string, after: string, flags: DiffFlags): Promise<void> {
  await interruptible(async (signal) => {
    const [old, now] = [await soundManifest(before), await soundManifest(after)];
    const diff = diffManifests(old.root, now.root);
    await writeStream(process.stdout, await DIFF_FORMATS[flags.format].render(diff), signal);
    process.exitCode = diff.changes.length > 0 ? EXIT.findings : EXIT.ok;
  });
}
