import { EXIT } from '@analyzer/contracts';
import type { ManifestDiffV1 } from '@analyzer/contracts/analyzer.manifest-diff.v1';
import { diffManifests } from '@analyzer/core/conformance/diff.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { DiffFlags } from './flags.ts';
import { soundManifest } from './project.ts';

/** Prints the changes of contracts between two manifests; exits with 1 if there are changes. */
export async function manifestDiffCommand(before: string, after: string, flags: DiffFlags): Promise<void> {
  await interruptible(async (signal) => {
    const [old, now] = [await soundManifest(before), await soundManifest(after)];
    const diff = diffManifests(old.root, now.root);
    const texts = flags.format === 'json' ? [`${JSON.stringify(diff, null, 2)}\n`] : lines(diff);
    await writeStream(process.stdout, texts, signal);
    process.exitCode = diff.changes.length > 0 ? EXIT.findings : EXIT.ok;
  });
}

function* lines({ changes, same }: ManifestDiffV1): Generator<string> {
  for (const { change, contract, details } of changes) {
    yield `${change}  ${visible(contract)}${details.length === 0 ? '' : `: ${visible(details.join('; '))}`}\n`;
  }
  yield `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}, ${same} unchanged\n`;
}
