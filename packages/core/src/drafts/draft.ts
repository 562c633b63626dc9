import type { DraftData } from '@analyzer/contracts/query/draft.data';
import dataSchema from '@analyzer/contracts/query/draft.data/schema' with { type: 'json' };
import type { CompleteDraftParams } from '@analyzer/contracts/query/draft.params';
import paramsSchema from '@analyzer/contracts/query/draft.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/draft.params/validate';
import { OBSTACLES, type ObstacleId } from '#languages/draft-rules.ts';
import { requireFit } from '#query/answer/lower.ts';
import type { SizeLimits } from '#query/answer/size.ts';
import { describeGroups } from '#query/describe/groups.ts';
import { selectedGroup } from '#query/filters/location.ts';
import { operation } from '#query/operation.ts';
import { invalidRequest } from '#query/request/field-errors.ts';
import { sourceNotAllowed } from '#query/request/source-not-allowed.ts';
import type { DraftInput, UnreadDraft } from './input.ts';
import { knownDraft, placesOf } from './known-draft.ts';

/** An answer before the files are read. It contains local paths: the caller completes it and never passes it on. */
export interface UnwrittenDraft {
  unwrittenDraft: true;
  data: UnreadDraft;
  input: DraftInput;
  limits: SizeLimits;
}

export const TOO_LARGE = 'Use `analyzer draft`, or include_source false.';

/** One function from many. */
export const draft = operation<CompleteDraftParams>(
  {
    name: 'draft',
    description:
      'The function that the copies of one group share, as a patch checked against each copy, or why there is none. Source only where the server allows it; nothing is changed.',
    params: paramsSchema,
    data: dataSchema,
    validate,
    exactlyOne: ['group_id', 'at'],
  },
  ({ project: label, include_source, snapshot_id: _, ...selected }) =>
    (snapshot, limits, { completesSource = false } = {}): DraftData | UnwrittenDraft => {
      if (include_source && !completesSource) throw sourceNotAllowed('Use `analyzer draft`');
      const id = selectedGroup(snapshot, selected);
      const [group] = describeGroups(snapshot, [id]);
      if (group === undefined) throw new RangeError(`group ${id} has no description`);
      const known = knownDraft(snapshot, id, group, label);
      if (known === undefined) throw noCopy(label ?? '');
      const { data, obstacle } = known;
      const answer = (its: DraftData) => requireFit(its, limits, () => TOO_LARGE);
      if (obstacle !== undefined) return answer(without(data, obstacle));
      if (!include_source) return answer(withPlaces(data, placesOf(snapshot, known)));
      const input = known.input();
      if (input === undefined) return answer(without(data, 'not_here'));
      return { unwrittenDraft: true, data, input, limits };
    },
);

function without({ group, project, ...data }: UnreadDraft, id: ObstacleId): DraftData {
  return { group, project, status: 'none', obstacle: { id, reason: OBSTACLES[id] }, ...data };
}

function withPlaces({ group, project, ...data }: UnreadDraft, parameters: DraftData['parameters']): DraftData {
  return { group, project, status: 'no_source', ...data, parameters };
}

function noCopy(label: string): Error {
  return invalidRequest(
    [{ pointer: '/params/project', code: 'not_allowed', message: `no copy of the group is in ${label}` }],
    'The operation members lists the copies.',
  );
}
