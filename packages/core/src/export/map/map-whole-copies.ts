import type { MapWholeCopy } from '@analyzer/contracts/pages/map';
import type { PickedCopy } from '../whole-copies.ts';
import type { Places } from './places.ts';

/** All shown nodes must be in the map. */
export function mapWholeCopies(picked: readonly PickedCopy[], places: Places): MapWholeCopy[] {
  return picked.map(({ nodes, ...copy }) => ({ ...copy, nodes: nodes.map((node) => places.of(node)) }));
}
