import planSchema from '@analyzer/contracts/analyzer.extraction-plan.v1/schema' with { type: 'json' };
import type { CompleteExtractionPlanParams } from '@analyzer/contracts/query/extraction_plan.params';
import paramsSchema from '@analyzer/contracts/query/extraction_plan.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/extraction_plan.params/validate';
import { largestFitting, requireFit } from '#query/answer/lower.ts';
import { fits, sizeOf } from '#query/answer/size.ts';
import { type Operation, operation } from '#query/operation.ts';
import { MAX_REQUEST_BYTES } from '#query/request/read-request.ts';
import { completeConfig } from './options.ts';
import { assemble, readBasis } from './plan.ts';
import { planPart, planSummary } from './plan-part.ts';
import { proposedConfig } from './skeleton.ts';

export const extractionPlan: Operation = operation<CompleteExtractionPlanParams>(
  {
    name: 'extraction_plan',
    description:
      'A plan to move repeated functions into shared packages: families of copies, their packages, and tasks in order. It creates no ticket and changes no code.',
    params: paramsSchema,
    data: planSchema,
    validate,
    maxRequestBytes: MAX_REQUEST_BYTES,
  },
  ({ config: given, queue, max_chars, max_groups, level, library, include_tests, include_shape, include_blocks }) =>
    (snapshot, limits) => {
      const config = completeConfig(given ?? proposedConfig(snapshot), queue);
      const basis = readBasis(snapshot, config, { include_tests, include_shape, include_blocks, max_groups });
      // max_chars replaces the limit of the interface.
      const its = max_chars === undefined ? limits : { ...limits, maxChars: max_chars };
      const plan = assemble(snapshot.id, basis);
      if (level === 'summary') return requireFit(planSummary(plan), its, () => NO_REMEDY);
      const answerOf = (count: number) => {
        const its = count === max_groups ? plan : assemble(snapshot.id, basis, count);
        return library === undefined ? its : planPart(its, library);
      };
      const answer = answerOf(max_groups);
      const isLarge = level === undefined && library === undefined && plan.libraries !== undefined;
      if (isLarge && !fits(sizeOf(answer), its)) return requireFit(planSummary(plan), its, () => NO_REMEDY);
      return requireFit(answer, its, () => {
        const most = Math.min(max_groups, basis.read.families.length);
        const hint = largestFitting('max_groups', most, (fewer) => fits(sizeOf(answerOf(fewer)), its));
        return its.maxChars === undefined ? hint : `${hint} Or raise max_chars.`;
      });
    },
);

const NO_REMEDY = 'Raise max_chars.';
