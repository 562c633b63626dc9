import type { GroupKind } from '#scan/model.ts';

/** What the limited views of an index show: its foremost groups, and how much they leave out. */
export interface WorkspaceView {
  projects: number;
  files: number;
  /** Of files with facts. */
  lines: number;
  repeatedLines: number;
  /** Files and classes that were copied whole, by projects, then by repeated lines; and how many more there are. */
  copiedWhole: WholeCopyView[];
  moreCopiedWhole: number;
  /** Groups of the whole index by why they are not listed. */
  groups: { shown: number; limit: number; contained: number; same: number };
  /** Of `projects`, by label: those that a shown occurrence is in. */
  labels: string[];
  shown: GroupView[];
}

export interface WholeCopyView {
  kind: 'file' | 'class';
  copies: number;
  projects: number;
  /** Of the longest. */
  lines: number;
  /** Those that are shown, by project; a class has a name and lines. */
  places: (Pick<PlaceView, 'project' | 'path'> & Partial<PlaceView>)[];
}

export interface GroupView {
  /** `g_` + 20 hex. */
  id: string;
  kind: GroupKind;
  language: string;
  /** The most common three. */
  names: string[];
  projects: number;
  occurrences: number;
  nodes: number;
  /** Of the longest and of the shortest occurrence. */
  lines: number;
  leastLines: number;
  score: number;
  /** What its occurrences have in common: in tests, vendored, generated, a file or class copied whole. */
  labels: string[];
  /** Those that are shown, by project. */
  places: PlaceView[];
}

export interface PlaceView {
  project: string;
  path: string;
  name: string;
  startLine: number;
  endLine: number;
}
