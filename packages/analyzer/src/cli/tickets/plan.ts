import { validate as isPlan } from '@analyzer/contracts/analyzer.extraction-plan.v1/validate';
import { extractionPlan } from '@analyzer/core/extract/plan/extraction-plan.ts';
import { jsonPieces } from '@analyzer/core/extract/plan/json-pieces.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { invalidRequest } from '@analyzer/core/query/request/field-errors.ts';
import { tasksPage } from '@analyzer/core/render/tasks/html.ts';
import { renderTasks } from '@analyzer/core/render/tasks/terminal.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { writeStream } from '../output/write-stream.ts';
import { asFileError, readConfig } from './config-file.ts';
import type { TicketsPlanFlags } from './flags.ts';
import { planView } from './plan-view.ts';

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
        const texts = textsOf(
          reader.read((snapshot) => prepared.answer(snapshot, {})),
          flags,
        );
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

function textsOf(plan: object, flags: TicketsPlanFlags): Iterable<string> {
  if (flags.format === 'json') return jsonLine(plan);
  if (!isPlan(plan)) throw new RangeError('the plan does not conform to its schema');
  const view = planView(plan);
  return flags.format === 'html' ? tasksPage(view) : renderTasks(view, terminalStyle(flags));
}

function* jsonLine(plan: object): Generator<string> {
  yield* jsonPieces(plan);
  yield '\n';
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
