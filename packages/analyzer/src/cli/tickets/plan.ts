import { extractionPlan } from '@analyzer/core/extract/plan/extraction-plan.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { invalidRequest } from '@analyzer/core/query/request/field-errors.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import { asFileError, readConfig } from './config-file.ts';
import type { TicketsPlanFlags } from './flags.ts';
import { PLAN_FORMATS } from './formats.ts';

/** Writes the plan of an index to a new file or to stdout. */
export async function ticketsPlanCommand(flags: TicketsPlanFlags): Promise<void> {
  const params = paramsOf(flags);
  await interruptible(async (signal, onForcedEnd) => {
    try {
      const prepared = extractionPlan.prepare(params);
      if ('errors' in prepared) throw invalidRequest(prepared.errors);
      const reader = await openIndex(flags.db, { signal });
      try {
        const file = flags.output === undefined ? undefined : new NewFile(flags.output);
        onForcedEnd(() => file?.discard());
        const plan = reader.read((snapshot) => prepared.answer(snapshot, {}));
        const texts = await PLAN_FORMATS[flags.format].render(plan, flags);
        if (file === undefined) await writeStream(process.stdout, texts, signal);
        else await file.write(texts, signal);
      } finally {
        reader.close();
      }
    } catch (error) {
      throw asFileError(error, flags.config);
    }
  });
}

function paramsOf(flags: TicketsPlanFlags): object {
  return {
    config: readConfig(flags.config),
    include_tests: flags.includeTests ?? false,
    include_shape: flags.includeShape,
    include_blocks: flags.includeBlocks ?? false,
    max_groups: flags.maxGroups,
    ...(flags.queue === undefined ? {} : { queue: flags.queue }),
  };
}
