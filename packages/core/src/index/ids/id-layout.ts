import { compareBytes } from '@analyzer/contracts/order';
import { orderedIds } from './ordered-ids.ts';

/** Numbers of strings in an earlier index, by string. */
export interface EarlierStrings {
  names: ReadonlyMap<string, number>;
  languages: ReadonlyMap<string, number>;
  rules: ReadonlyMap<string, number>;
}

/** Ids of an earlier index. */
export interface EarlierIds extends EarlierStrings {
  /** By label. */
  projects: ReadonlyMap<string, FirstIds>;
  /** By public id, `g_…`. */
  groups: ReadonlyMap<string, number>;
}

/** The id of a project, and of its own node. */
export interface FirstIds {
  project: number;
  node: number;
}

/** Ids between successive projects that are new: others can come between them. */
const PROJECTS_BETWEEN = 1024;
/** Projects start at a multiple of it, so that few ranges of nodes have two projects. */
const NODES_OF_RANGE = 256;
/** A project can grow by so many nodes, or by a quarter, before others get other ids. */
const SPARE_NODES = 1024;

/**
 * Gives the ids of an earlier index to the same projects, strings and groups, and ids between them to new ones: a row of
 * something that did not change is the same row in both indexes. The order of ids is that of an index without a layout.
 */
export class IdLayout {
  readonly earlier: EarlierIds;
  readonly #labels: readonly string[];
  /** Where the nodes of the project before start. */
  #before = 0;

  constructor(earlier: EarlierIds) {
    this.earlier = earlier;
    this.#labels = [...earlier.projects.keys()].sort(compareBytes);
  }

  /** @param last ids that are assigned; projects must be placed in the order of their labels */
  place(label: string, last: FirstIds): FirstIds {
    const known = this.earlier.projects.get(label);
    const next = this.#next(label, last);
    const size = last.node - this.#before;
    const project = known !== undefined && known.project > last.project ? known.project : newProject(last, next);
    const node = known !== undefined && known.node > last.node ? known.node : newNode(last, size, next);
    this.#before = node;
    return { project, node };
  }

  /** @param keys public ids in the order of their ids */
  groupIds(keys: readonly string[]): number[] {
    return orderedIds(keys.map((key) => this.earlier.groups.get(key)));
  }

  /** The first later project of the earlier index whose ids are still free. */
  #next(label: string, last: FirstIds): FirstIds | undefined {
    let [low, high] = [0, this.#labels.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.#labels[middle] ?? '', label) <= 0) low = middle + 1;
      else high = middle;
    }
    for (; low < this.#labels.length; low++) {
      const its = this.earlier.projects.get(this.#labels[low] ?? '');
      if (its !== undefined && its.project > last.project && its.node > last.node) return its;
    }
    return undefined;
  }
}

function newProject(last: FirstIds, next: FirstIds | undefined): number {
  if (next === undefined) return last.project + PROJECTS_BETWEEN;
  return last.project + Math.max(1, Math.floor((next.project - last.project) / 2));
}

function newNode(last: FirstIds, size: number, next: FirstIds | undefined): number {
  const rounded = (node: number) => Math.ceil(node / NODES_OF_RANGE) * NODES_OF_RANGE;
  if (next === undefined) return rounded(last.node + 1 + (last.node === 0 ? 0 : SPARE_NODES + Math.ceil(size / 4)));
  const start = rounded(last.node + 1);
  return start < next.node ? start : last.node + 1;
}
