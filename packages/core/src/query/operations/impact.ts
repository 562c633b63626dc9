import type { ImpactData } from '@analyzer/contracts/query/impact.data';
import dataSchema from '@analyzer/contracts/query/impact.data/schema' with { type: 'json' };
import type { CompleteImpactParams } from '@analyzer/contracts/query/impact.params';
import paramsSchema from '@analyzer/contracts/query/impact.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/impact.params/validate';
import { callers, referencedBy, truncatedFiles } from '../explore/calls.ts';
import { copies } from '../explore/copies.ts';
import { Descriptions, others } from '../explore/described.ts';
import { importers } from '../explore/importers.ts';
import { derived } from '../explore/inheritance.ts';
import { reachOf } from '../explore/reach.ts';
import type { RelatedList } from '../explore/related.ts';
import { type Subject, subjectOf } from '../explore/subject.ts';
import { tests } from '../explore/tests.ts';
import { possibleCalls } from '../explore/unbound-calls.ts';
import { singleOperation } from '../operation.ts';

type List = Exclude<keyof ImpactData, 'subject' | 'reach' | 'reach_complete' | 'others' | 'tests' | 'truncated_files'>;

/** What each change affects. Tests are to run after any change. */
const AFFECTED: Readonly<Record<NonNullable<CompleteImpactParams['change']>, readonly List[]>> = {
  // Callers find it through their imports.
  move: ['imported_by'],
  rename: ['imported_by', 'callers', 'possible_calls', 'derived', 'referenced_by'],
  // Importers need the name only.
  signature: ['callers', 'possible_calls', 'derived', 'referenced_by', 'copies'],
  delete: ['imported_by', 'callers', 'possible_calls', 'derived', 'referenced_by', 'copies'],
};

const LISTS: Readonly<Record<List, RelatedList<unknown>>> = {
  imported_by: importers,
  callers,
  possible_calls: possibleCalls,
  derived,
  referenced_by: referencedBy,
  copies,
};

/** Files import the class of a method, not the method: only its callers name it. */
function affectedLists(change: CompleteImpactParams['change'], { isMethod }: Subject): readonly List[] {
  if (!isMethod) return AFFECTED[change ?? 'delete'];
  return AFFECTED[change === 'move' ? 'rename' : (change ?? 'delete')].filter((list) => list !== 'imported_by');
}

export const impact = singleOperation<CompleteImpactParams, ImpactData>({
  name: 'impact',
  description:
    'What a change of a file or declaration would affect: files that import it, also through re-exports, callers, calls that are not known, other references, copies, tests to run, and how much depends on it through others. Use it before moving, renaming, deleting or changing a signature. Not for understanding code (explore).',
  params: paramsSchema,
  data: dataSchema,
  validate,
  lower: { name: 'limit', value: ({ limit }) => limit, replace: (params, limit) => ({ ...params, limit }) },
  answer(snapshot, { at, project, change, depth, limit, offset }) {
    const subject = subjectOf(snapshot, { at, project });
    const affected = affectedLists(change, subject);
    const isAffected = (list: List) => affected.includes(list);
    const find = <Item>(list: RelatedList<Item>) => list(snapshot, subject, { limit, offset });
    const described = new Descriptions(
      snapshot,
      subject.id,
      [others, tests, ...affected.map((list) => LISTS[list])].map((list) => () => find<unknown>(list)),
      [() => reachOf(snapshot, subject, depth), () => truncatedFiles(snapshot, subject)],
    );
    const read = <Item>(list: RelatedList<Item>) => described.list(find(list));
    return {
      subject: described.of(subject.id),
      ...reachOf(snapshot, subject, depth),
      others: read(others),
      ...(isAffected('imported_by') && { imported_by: read(importers) }),
      ...(isAffected('callers') && { callers: read(callers) }),
      ...(isAffected('possible_calls') && { possible_calls: read(possibleCalls) }),
      ...(isAffected('derived') && { derived: read(derived) }),
      ...(isAffected('referenced_by') && {
        referenced_by: read(referencedBy),
        ...truncatedFiles(snapshot, subject),
      }),
      ...(isAffected('copies') && { copies: read(copies) }),
      tests: read(tests),
    };
  },
});
