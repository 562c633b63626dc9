import type { ChangesData } from '@analyzer/contracts/query/changes.data';
import type { Snapshot } from '#index/port.ts';

export type Item = ChangesData['items'][number];
export type Change = Item['change'];

/** The states of two indexes. */
export interface States {
  before: Snapshot;
  now: Snapshot;
}

/** A change whose nodes are described only when it is shown. Nodes are integer ids, `before` that of the earlier index. */
export interface Found extends Pick<Item, 'kind' | 'change' | 'line' | 'cycle' | 'group'> {
  /** In the earlier index if it was removed. */
  node?: number;
  before?: number;
  target?: number;
}

/** A project that differs. An id is undefined if only the other index has the project. */
export interface ProjectPair {
  label: string;
  before: number | undefined;
  now: number | undefined;
}
