import type { CopyAge } from '@analyzer/contracts/query/common';
import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import dataSchema from '@analyzer/contracts/query/evidence.data/schema' with { type: 'json' };
import type { CompleteEvidenceParams } from '@analyzer/contracts/query/evidence.params';
import paramsSchema from '@analyzer/contracts/query/evidence.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/evidence.params/validate';
import { keyOf } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import { describeGroups } from '../describe/groups.ts';
import { type PickedOccurrence, pickOccurrences } from '../describe/occurrences.ts';
import { gatherOccurrences, readOccurrences } from '../evidence/occurrences.ts';
import { classCondition } from '../filters/class-filter.ts';
import { selectedGroup } from '../filters/location.ts';
import { ageOfGroup, agesOfCopies } from '../history/ages.ts';
import { type Contract, type Single, singleOperation } from '../operation.ts';
import { sourceNotAllowed } from '../request/source-not-allowed.ts';

const MAX_DIFFERENCES = 100;

/** What the index alone answers: a group without its draft. */
export const EVIDENCE: Contract<CompleteEvidenceParams> & Single<CompleteEvidenceParams, EvidenceData> = {
  name: 'evidence',
  description:
    'Evidence for a decision about one clone group: occurrences from different projects with signature, used imports, callers and callees, the names and literals in which they differ, and what one function for them would need.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  exactlyOne: ['group_id', 'at'],
  lower: {
    name: 'max_occurrences',
    value: (params) => params.max_occurrences,
    replace: (params, value) => ({ ...params, max_occurrences: value }),
  },
  answer(snapshot, { max_occurrences: most, include_source: _, with_classes = [], without_classes = [], ...selected }) {
    const classes = classCondition('node.classes', { with_classes, without_classes });
    const find = () => selectedGroup(snapshot, selected);
    const describe = () => describeGroups(snapshot, [find()]);
    const { group_id } = selected;
    const pick = () => pickOccurrences(snapshot, group_id === undefined ? find() : keyOf(group_id), most, classes);
    const readAges = () => ageOfGroup(snapshot, find()) && agesOf(snapshot, find(), pick());
    snapshot.gather([describe, () => readOccurrences(snapshot, pick()), readAges]);
    const id = find();
    const [group] = describe();
    if (group === undefined) throw new RangeError(`group ${id} has no description`);
    const picked = pick();
    const { occurrences, differences } = gatherOccurrences(snapshot, group.kind, picked);
    const all = differences.list(occurrences.map(({ evidence_id }) => evidence_id));
    const age = ageOfGroup(snapshot, id);
    const ages = age && agesOf(snapshot, id, picked);
    return {
      group,
      ...(age && { age }),
      occurrences: occurrences.map((occurrence, at) => {
        const its = ages?.get(picked[at]?.seq ?? -1);
        return { ...occurrence, ...(its && { age: its }) };
      }),
      differences: all.slice(0, MAX_DIFFERENCES),
      omitted: {
        occurrences: group.occurrences - occurrences.length,
        differences: Math.max(0, all.length - MAX_DIFFERENCES),
      },
    };
  },
};

function agesOf(snapshot: Snapshot, id: number, picked: readonly PickedOccurrence[]): ReadonlyMap<number, CopyAge> {
  return agesOfCopies(
    snapshot,
    id,
    picked.map(({ seq }) => seq),
  );
}

export const evidence = singleOperation<CompleteEvidenceParams, EvidenceData>({
  ...EVIDENCE,
  answer(snapshot, params, caller) {
    if (params.include_source) throw sourceNotAllowed('Use `analyzer draft`');
    return EVIDENCE.answer(snapshot, params, caller);
  },
});
