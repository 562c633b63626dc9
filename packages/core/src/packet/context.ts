import dataSchema from '@analyzer/contracts/query/context.data/schema' with { type: 'json' };
import type { CompleteContextParams } from '@analyzer/contracts/query/context.params';
import paramsSchema from '@analyzer/contracts/query/context.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/context.params/validate';
import { requireGroup } from '#query/filters/scope.ts';
import { type Operation, operation } from '#query/operation.ts';
import { fitContext } from './fit.ts';
import { gatherDraft } from './gather.ts';

/** Default of `max_chars`. */
export const DEFAULT_MAX_CHARS = 24_000;

export const context: Operation = operation<CompleteContextParams>(
  {
    name: 'context',
    description:
      'A packet for a model about one or several clone groups: two messages with evidence, the JSON Schema and the GBNF grammar of the answer. No source; no model is called.',
    params: paramsSchema,
    data: dataSchema,
    validate,
    exactlyOne: ['group_id', 'group_ids'],
  },
  ({ group_id, group_ids = [], max_chars }) =>
    (snapshot, limits) => {
      const ids = group_id === undefined ? group_ids : [group_id];
      const maxChars = max_chars ?? DEFAULT_MAX_CHARS;
      const draft = gatherDraft(
        snapshot,
        ids.map((id) => requireGroup(snapshot, id)),
        maxChars,
      );
      // max_chars replaces the limit of the interface.
      const { maxChars: _, ...remaining } = limits;
      return fitContext(draft, { maxChars, limits: max_chars === undefined ? limits : remaining });
    },
);
