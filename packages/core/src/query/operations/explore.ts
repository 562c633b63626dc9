import type { ExploreData } from '@analyzer/contracts/query/explore.data';
import dataSchema from '@analyzer/contracts/query/explore.data/schema' with { type: 'json' };
import type { CompleteExploreParams } from '@analyzer/contracts/query/explore.params';
import paramsSchema from '@analyzer/contracts/query/explore.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/explore.params/validate';
import { callees, callers, referencedBy, references, truncatedFiles } from '../explore/calls.ts';
import { contents } from '../explore/contents.ts';
import { copies } from '../explore/copies.ts';
import { Descriptions, others } from '../explore/described.ts';
import { importers } from '../explore/importers.ts';
import { imports } from '../explore/imports.ts';
import { bases, derived } from '../explore/inheritance.ts';
import type { RelatedList, Window } from '../explore/related.ts';
import { type UnquotedSubject, unquotedSubject } from '../explore/source.ts';
import { subjectOf } from '../explore/subject.ts';
import { tests } from '../explore/tests.ts';
import { possibleCalls, unboundCalls } from '../explore/unbound-calls.ts';
import { singleOperation } from '../operation.ts';
import { sourceNotAllowed } from '../request/source-not-allowed.ts';

const FEW_OTHERS: Window = { limit: 5, offset: 0 };

type List = NonNullable<CompleteExploreParams['lists']>[number];

const LISTS: Readonly<Record<List, RelatedList<unknown>>> = {
  others,
  callers,
  possible_calls: possibleCalls,
  callees,
  unbound_calls: unboundCalls,
  bases,
  derived,
  referenced_by: referencedBy,
  references,
  imported_by: importers,
  imports,
  tests,
  copies,
  contents,
};

export const explore = singleOperation<CompleteExploreParams, ExploreData | UnquotedSubject>({
  name: 'explore',
  description:
    'One file or declaration with all that the index knows about it: signature, callers, callees, bases, derived classes, other references, importers, imports, tests that reach it, copies, contents. Use it first for "where is X", "show X", "who calls X", "what does X use", "who extends X", "who imports this file". Not for lists of many declarations (nodes) or for planning a change (impact).',
  params: paramsSchema,
  data: dataSchema,
  validate,
  lower: { name: 'limit', value: ({ limit }) => limit, replace: (params, limit) => ({ ...params, limit }) },
  answer(snapshot, { at, project, lists, limit, offset, include_source }, { completesSource = false }) {
    if (include_source && !completesSource) throw sourceNotAllowed();
    const subject = subjectOf(snapshot, { at, project });
    const isWanted = (list: List) => lists === undefined || lists.includes(list);
    const window = { limit, offset };
    const othersIn = isWanted('others') ? window : FEW_OTHERS;
    const wanted = Object.entries(LISTS).filter(([list]) => lists === undefined || lists.some((its) => its === list));
    const described = new Descriptions(
      snapshot,
      subject.id,
      [
        () => others(snapshot, subject, othersIn),
        ...wanted.map(
          ([, list]) =>
            () =>
              list(snapshot, subject, window),
        ),
      ],
      [() => truncatedFiles(snapshot, subject)],
    );
    const read = <Item>(list: RelatedList<Item>, its = window) => described.list(list(snapshot, subject, its));
    const data: ExploreData = {
      subject: described.of(subject.id),
      // A name that can mean more is never answered as if it meant one.
      others: read(others, othersIn),
      ...(isWanted('callers') && { callers: read(callers) }),
      ...(isWanted('possible_calls') && { possible_calls: read(possibleCalls) }),
      ...(isWanted('callees') && { callees: read(callees) }),
      ...(isWanted('unbound_calls') && { unbound_calls: read(unboundCalls) }),
      ...(isWanted('bases') && { bases: read(bases) }),
      ...(isWanted('derived') && { derived: read(derived) }),
      ...(isWanted('referenced_by') && { referenced_by: read(referencedBy), ...truncatedFiles(snapshot, subject) }),
      ...(isWanted('references') && { references: read(references) }),
      ...(isWanted('imported_by') && { imported_by: read(importers) }),
      ...(isWanted('imports') && { imports: read(imports) }),
      ...(isWanted('tests') && { tests: read(tests) }),
      ...(isWanted('copies') && { copies: read(copies) }),
      ...(isWanted('contents') && { contents: read(contents) }),
    };
    return include_source ? unquotedSubject(snapshot, subject.id, data) : data;
  },
});
