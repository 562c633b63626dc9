import { jsonText } from '@analyzer/contracts';
import { proposeManifest } from '@analyzer/core/conformance/propose/propose.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import type { InitFlags } from './flags.ts';
import { scannedProject } from './project.ts';

/** Proposes a manifest from code. */
export async function manifestInitCommand(project: string | undefined, flags: InitFlags): Promise<void> {
  await interruptible(async (signal) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    const code = await scannedProject(project ?? '.', flags, signal);
    const text = `${jsonText(proposeManifest(code), 2)}\n`;
    if (file === undefined) await writeStream(process.stdout, [text], signal);
    else await file.write([text], signal);
  });
}
