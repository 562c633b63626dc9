import { proposeManifest } from '@analyzer/core/conformance/propose.ts';
import { interruptible } from './interrupt.ts';
import type { InitFlags } from './manifest-flags.ts';
import { scannedProject } from './manifest-project.ts';
import { NewFile } from './new-file.ts';
import { writeStream } from './write-stream.ts';

/** Proposes a manifest from code alone. */
export async function manifestInitCommand(project: string | undefined, flags: InitFlags): Promise<void> {
  await interruptible(async (signal) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    const code = await scannedProject(project ?? '.', flags, signal);
    const text = `${JSON.stringify(proposeManifest(code, flags.size), null, 2)}\n`;
    if (file === undefined) await writeStream(process.stdout, [text], signal);
    else await file.write([text], signal);
  });
}
