import type { GroupKind } from '#scan/model.ts';
import type { Obstacle } from './obstacle.ts';

export type { Obstacle } from './obstacle.ts';

/** A copy of the group. */
export interface DraftCopy {
  id: string;
  name: string;
  path: string;
  start_line: number;
  end_line: number;
  /** Why it is not in the draft; absent if it is. */
  obstacle?: Obstacle;
}

/** An expression that differs. */
export interface DraftParameter {
  name: string;
  /** How a call gives it: a literal, a name, or a function of variables of the copy. */
  kind: 'literal' | 'name' | 'function';
  /** Lines in the first copy. */
  lines: number[];
  /** The expressions, aligned with the copies that have no obstacle. */
  values: string[];
}

export interface DraftFunction {
  name: string;
  path: string;
  /** `member`: a method of the class of the copies. */
  form: 'function' | 'member';
  text: string;
}

/** A body that is replaced with a call. */
export interface DraftCall {
  path: string;
  start_line: number;
  end_line: number;
  text: string;
}

/** One function for the copies of a group, or why there is none. */
export interface Draft {
  /** Name of the folder. */
  root: string;
  group: { id: string; kind: GroupKind };
  /** Those of the draft first: the leader, then the others in the order of the group. */
  copies: DraftCopy[];
  parameters: DraftParameter[];
  /** Why there is no draft; absent if there is one. */
  obstacle?: Obstacle;
  /** Only of a draft, which was checked against each copy. */
  written?: { function: DraftFunction; calls: DraftCall[]; lines_saved: number; patch: string };
}
