import { AnalyzerError } from '@analyzer/contracts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import { EXPORT_FORMATS } from './export-formats.ts';
import type { ExportFlags } from './flags.ts';

/** Exports an index to a new file, folder or stdout, from one snapshot of it. */
export async function exportCommand({ format: name, ...choices }: ExportFlags): Promise<void> {
  const format = EXPORT_FORMATS[name];
  if ('example' in format) {
    const output = requireOutput(choices.output, name, format);
    if ('writeFolder' in format) return format.writeFolder({ ...choices, output });
  }
  await interruptible(async (signal, onForcedEnd) => {
    const reader = await openIndex(choices.db, { signal });
    try {
      const file = choices.output === undefined ? undefined : new NewFile(choices.output);
      onForcedEnd(() => file?.discard());
      const { snapshot, close } = reader.open();
      try {
        const texts = await format.render({ reader, snapshot, choices, signal });
        if (file === undefined) await writeStream(process.stdout, texts, signal);
        else await file.write(texts, signal);
      } finally {
        close();
      }
    } finally {
      reader.close();
    }
  });
}

function requireOutput(output: string | undefined, name: string, format: { example: string }): string {
  if (output !== undefined) return output;
  throw new AnalyzerError(
    'usage',
    { problem: `--format ${name} needs a ${'writeFolder' in format ? 'folder' : 'file'} to write` },
    { hint: `Set it with -o, such as -o ${format.example}.` },
  );
}
