import type { DescribedNode } from '@analyzer/contracts/query/common';
import type { DriftData } from '@analyzer/contracts/query/drift.data';
import dataSchema from '@analyzer/contracts/query/drift.data/schema' with { type: 'json' };
import type { CompleteDriftParams } from '@analyzer/contracts/query/drift.params';
import paramsSchema from '@analyzer/contracts/query/drift.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/drift.params/validate';
import { describeNodes } from '../describe/nodes.ts';
import { changesOf } from '../drift/changes.ts';
import { type Compared, declarationsOf } from '../drift/declarations.ts';
import { type Pair, pairUp, stateOf } from '../drift/pair.ts';
import { type Side, sideOf } from '../drift/side.ts';
import { singleOperation } from '../operation.ts';

export const drift = singleOperation<CompleteDriftParams, DriftData>({
  name: 'drift',
  description:
    'What two projects, packages, folders, files or declarations have in common: the same code, edited declarations with their aligned changes, and what only one has. Use it for "how do these two files differ" and for copies that grew apart. Not for two versions of one project (the command diff).',
  params: paramsSchema,
  data: dataSchema,
  validate,
  lower: { name: 'limit', value: ({ limit }) => limit, replace: (params, limit) => ({ ...params, limit }) },
  answer(snapshot, { a, b, a_project, b_project, limit, offset }) {
    snapshot.gather([() => sideOf(snapshot, a, a_project), () => sideOf(snapshot, b, b_project)]);
    const [own, other] = [sideOf(snapshot, a, a_project), sideOf(snapshot, b, b_project)];
    snapshot.gather([() => declarationsOf(snapshot, own, 'a'), () => declarationsOf(snapshot, other, 'b')]);
    const [left, right] = [declarationsOf(snapshot, own, 'a'), declarationsOf(snapshot, other, 'b')];
    const { pairs, onlyA, onlyB } = pairUp(left, right);
    const states = pairs.map((pair) => ({ pair, state: stateOf(pair) }));
    const inState = (wanted: string) => states.filter(({ state }) => state === wanted).map(({ pair }) => pair);
    const [edited, renamed] = [inState('edited'), inState('renamed')];
    const shown = <Item>(list: readonly Item[]) => list.slice(offset, offset + limit);
    const ids = [
      ...[...shown(edited), ...shown(renamed)].flat().map(({ id }) => id),
      ...[...shown(onlyA), ...shown(onlyB)].map(({ id }) => id),
    ];
    const changes = shown(edited).map((pair) => () => changesOf(snapshot, pair));
    snapshot.gather([() => describeNodes(snapshot, ids), ...changes]);
    const nodes = describeNodes(snapshot, ids);
    const nodeOf = ({ id }: Compared): DescribedNode => {
      const node = nodes.get(id);
      if (node === undefined) throw new RangeError(`declaration ${id} has no description`);
      return node;
    };
    const both = ([one, two]: Pair) => ({ a: nodeOf(one), b: nodeOf(two) });
    return {
      a: described(own, left.length),
      b: described(other, right.length),
      same: inState('same').length,
      not_compared: inState('not_compared').length,
      edited: {
        items: shown(edited).map((pair) => {
          const changes = changesOf(snapshot, pair);
          return { ...both(pair), ...(changes !== undefined && { changes }) };
        }),
        total: edited.length,
      },
      renamed: { items: shown(renamed).map(both), total: renamed.length },
      only_a: { items: shown(onlyA).map(nodeOf), total: onlyA.length },
      only_b: { items: shown(onlyB).map(nodeOf), total: onlyB.length },
    };
  },
});

function described({ project, path, name }: Side, declarations: number): DriftData['a'] {
  return { project, path, ...(name !== '' && { qualified_name: name }), declarations };
}
