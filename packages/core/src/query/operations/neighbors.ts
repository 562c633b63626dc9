import type { NeighborsData } from '@analyzer/contracts/query/neighbors.data';
import dataSchema from '@analyzer/contracts/query/neighbors.data/schema' with { type: 'json' };
import type { CompleteNeighborsParams } from '@analyzer/contracts/query/neighbors.params';
import paramsSchema from '@analyzer/contracts/query/neighbors.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/neighbors.params/validate';
import { codeOf, EDGE_KINDS, IMPORT_PHASES, LINK_STATES, nameOf, REFERENCE_KINDS } from '#index/codes.ts';
import { keyOf } from '#index/keys.ts';
import { describeNodes } from '../describe/nodes.ts';
import { classCondition } from '../filters/class-filter.ts';
import { selectedNode } from '../filters/location.ts';
import { basesOf } from '../neighbors/bases.ts';
import { membershipsOf } from '../neighbors/memberships.ts';
import { stepsOf } from '../neighbors/steps.ts';
import { type Walk, walk } from '../neighbors/walk.ts';
import { singleOperation } from '../operation.ts';

export const neighbors = singleOperation<CompleteNeighborsParams, NeighborsData>({
  name: 'neighbors',
  description:
    'The neighbors of a node, nearest first: the nodes it contains, imports, calls, inherits from and refers to, and the nodes that contain, import, call, inherit from and refer to it.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  exactlyOne: ['node_id', 'at'],
  lower: { name: 'limit', value: ({ limit }) => limit, replace: (params, limit) => ({ ...params, limit }) },
  answer(
    snapshot,
    { direction, edge_kinds: kinds, depth, limit, with_classes = [], without_classes = [], ...selected },
  ) {
    const steps = stepsOf(direction, kinds);
    const options = { depth, limit, classes: classCondition('reached.classes', { with_classes, without_classes }) };
    const walkFrom = (center: number | Uint8Array) =>
      steps === undefined ? undefined : walk(snapshot, center, steps, options);
    const find = () => selectedNode(snapshot, selected);
    const { node_id } = selected;
    // A walk from a key does not wait for the integer id.
    if (node_id !== undefined) snapshot.gather([find, () => walkFrom(keyOf(node_id))]);
    const start = find();
    const { distances, expanded, edges, omitted } =
      walkFrom(node_id === undefined ? start : keyOf(node_id)) ?? alone(start);
    const [hasMemberships, hasBases] = [
      kinds.includes('member') && direction !== 'out',
      kinds.includes('inherits') && direction !== 'in',
    ];
    const reached = [...distances.keys()];
    snapshot.gather([
      () => describeNodes(snapshot, reached),
      ...(hasMemberships ? [() => membershipsOf(snapshot, expanded)] : []),
      ...(hasBases ? [() => basesOf(snapshot, start)] : []),
    ]);
    const memberships = hasMemberships ? membershipsOf(snapshot, expanded) : [];
    const bases = hasBases ? basesOf(snapshot, start) : [];
    const described = describeNodes(snapshot, reached);
    const nodeOf = (id: number) => {
      const node = described.get(id);
      if (node === undefined) throw new RangeError(`an edge leads to ${id}, which is not a node`);
      return node;
    };
    const shown = (edge: { kind: number; state: number; line: number | null; phase?: number | null }) => ({
      kind: nameOf(EDGE_KINDS, edge.kind),
      state: nameOf(LINK_STATES, edge.state),
      line: edge.line,
      ...(typeof edge.phase === 'number' && phaseOf(edge.kind, edge.phase)),
    });
    const others = [...distances].filter(([, distance]) => distance > 0);
    return {
      center: nodeOf(start),
      nodes: others.map(([id, distance]) => ({ node: nodeOf(id), distance })),
      ...(bases.length > 0 && { bases }),
      edges: [
        ...edges.map((edge) => ({ from: nodeOf(edge.from).node_id, to: nodeOf(edge.to).node_id, ...shown(edge) })),
        ...memberships.map((edge) => ({ from: edge.group, to: nodeOf(edge.node).node_id, ...shown(edge) })),
      ],
      omitted,
    };
  },
});

/** A walk for which no edges are followed. */
function alone(start: number): Walk {
  return { distances: new Map([[start, 0]]), expanded: [start], edges: [], omitted: { nodes: 0, edges: 0 } };
}

const REFERENCES = codeOf(EDGE_KINDS, 'references');

/** The phase of an import, or how a name is used. */
function phaseOf(kind: number, code: number): Pick<NeighborsData['edges'][number], 'phase' | 'reference'> {
  return kind === REFERENCES ? { reference: nameOf(REFERENCE_KINDS, code) } : { phase: nameOf(IMPORT_PHASES, code) };
}
