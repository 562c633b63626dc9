import dataSchema from '@analyzer/contracts/query/context.data/schema' with { type: 'json' };
import type { CompleteContextParams } from '@analyzer/contracts/query/context.params';
import paramsSchema from '@analyzer/contracts/query/context.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/context.params/validate';
import { requireGroup } from '#query/filters/scope.ts';
import { type Operation, operation } from '#query/operation.ts';
import { sourceNotAllowed } from '#query/request/source-not-allowed.ts';
import { fitContext } from './fit.ts';
import { gatherDraft } from './gather.ts';
import { unquotedContext } from './quoted-context.ts';
import { DEFAULT_MAX_CHARS } from './size.ts';

export const context: Operation = operation<CompleteContextParams>(
  {
    name: 'context',
    description:
      'A packet for a model about one or several clone groups: two messages with evidence, the JSON Schema and the GBNF grammar of the answer. Source only where the server allows it; no model is called.',
    params: paramsSchema,
    data: dataSchema,
    validate,
    exactlyOne: ['group_id', 'group_ids'],
  },
  ({ group_id, group_ids = [], max_chars, include_source }) =>
    (snapshot, limits, { completesSource = false } = {}) => {
      if (include_source && !completesSource) throw sourceNotAllowed();
      const ids = group_id === undefined ? group_ids : [group_id];
      const maxChars = max_chars ?? DEFAULT_MAX_CHARS;
      snapshot.gather(ids.map((id) => () => requireGroup(snapshot, id)));
      const groups = ids.map((id) => requireGroup(snapshot, id));
      const draft = gatherDraft(snapshot, groups, maxChars);
      // max_chars replaces the limit of the interface.
      const { maxChars: _, ...remaining } = limits;
      const budget = { maxChars, limits: max_chars === undefined ? limits : remaining };
      return include_source ? unquotedContext(snapshot, draft, groups, budget) : fitContext(draft, budget);
    },
);
