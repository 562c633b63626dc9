import { AnalyzerError, jsonText } from '@analyzer/contracts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { context } from '@analyzer/core/packet/context.ts';
import { invalidRequest } from '@analyzer/core/query/request/field-errors.ts';
import { completeSource } from '../input/complete-source.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ContextFlags } from './flags.ts';

/** Writes the packet of some groups to a new file or to stdout, from one snapshot of the index. */
export async function contextCommand(flags: ContextFlags): Promise<void> {
  const prepared = context.prepare(paramsOf(flags));
  if ('errors' in prepared) throw invalidRequest(prepared.errors);
  await interruptible(async (signal, onForcedEnd) => {
    const reader = await openIndex(flags.db, { signal });
    try {
      const file = flags.output === undefined ? undefined : new NewFile(flags.output);
      onForcedEnd(() => file?.discard());
      const answer = reader.read((snapshot) => prepared.answer(snapshot, {}, { completesSource: true }));
      const packet = `${jsonText(await completeSource(answer, signal))}\n`;
      if (file === undefined) await writeStream(process.stdout, [packet], signal);
      else await file.write([packet], signal);
    } finally {
      reader.close();
    }
  });
}

function paramsOf({ groupId, maxChars, includeSource }: ContextFlags): object {
  if (groupId === undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: 'a packet needs at least one --group-id' },
      { hint: '`analyzer workspace query --operation clones` lists the groups.' },
    );
  }
  return {
    group_ids: [...new Set(groupId)],
    include_source: includeSource ?? false,
    ...(maxChars === undefined ? {} : { max_chars: maxChars }),
  };
}
