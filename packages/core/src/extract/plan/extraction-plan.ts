import planSchema from '@analyzer/contracts/analyzer.extraction-plan.v1/schema' with { type: 'json' };
import type { CompleteExtractionPlanParams } from '@analyzer/contracts/query/extraction_plan.params';
import paramsSchema from '@analyzer/contracts/query/extraction_plan.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/extraction_plan.params/validate';
import { largestFitting, requireFit } from '#query/answer/lower.ts';
import { fits, sizeOf } from '#query/answer/size.ts';
import { type Operation, operation } from '#query/operation.ts';
import { MAX_REQUEST_BYTES } from '#query/request/read-request.ts';
import { readFamilies } from './families.ts';
import { completeConfig } from './options.ts';
import { assemble, checkedRouting } from './plan.ts';

export const extractionPlan: Operation = operation<CompleteExtractionPlanParams>(
  {
    name: 'extraction_plan',
    description:
      'A plan to move repeated functions into shared packages: families of copies, the package of each, and the tasks with their order. It creates no ticket and changes no code.',
    params: paramsSchema,
    data: planSchema,
    validate,
    maxRequestBytes: MAX_REQUEST_BYTES,
  },
  ({ config: given, queue, max_chars: maxChars, max_groups, include_tests, include_shape, include_blocks }) =>
    (snapshot, limits) => {
      const config = completeConfig(given, queue);
      const options = { include_tests, include_shape, include_blocks, max_groups };
      const routing = checkedRouting(snapshot, config);
      const read = readFamilies(snapshot, options);
      const planOfFirst = (count: number) => {
        const families = { ...read, families: read.families.slice(0, count) };
        return assemble(snapshot.id, families, { config, options, routing });
      };
      // max_chars replaces the limit of the interface.
      const its = maxChars === undefined ? limits : { ...limits, maxChars };
      return requireFit(planOfFirst(max_groups), its, () => {
        const most = Math.min(max_groups, read.families.length);
        const hint = largestFitting('max_groups', most, (fewer) => fits(sizeOf(planOfFirst(fewer)), its));
        return its.maxChars === undefined ? hint : `${hint} Or raise max_chars.`;
      });
    },
);
