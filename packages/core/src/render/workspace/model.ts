import type { GroupKind } from '#scan/model.ts';

/** The data of the limited views of an index: its top groups, and the number of omitted ones. */
export interface WorkspaceView {
  projects: number;
  files: number;
  /** Lines of files with facts. */
  lines: number;
  /** Lines of files with facts and without a class; of these, in copies that lists show, each counted once. */
  product: { lines: number; copied: number };
  /** Identical files and classes by number of projects, then repeated lines; and the number of further ones. */
  identicalNodes: IdenticalNodesView[];
  moreIdenticalNodes: number;
  /** Number of groups of the index that are not listed, by reason. */
  groups: { shown: number; limit: number; contained: number; same: number };
  /** Labels of the projects with a shown occurrence. */
  labels: string[];
  shown: GroupView[];
}

export interface IdenticalNodesView {
  kind: 'file' | 'class';
  copies: number;
  projects: number;
  /** Lines of the longest copy. */
  lines: number;
  /** The shown copies by project; a class has a name and lines. */
  shownOccurrences: (Pick<OccurrenceView, 'project' | 'path'> & Partial<OccurrenceView>)[];
}

export interface GroupView {
  /** `g_` + 20 hex. */
  id: string;
  kind: GroupKind;
  language: string;
  /** The three most common names. */
  names: string[];
  projects: number;
  occurrences: number;
  nodes: number;
  /** Lines of the longest and the shortest occurrence. */
  lines: number;
  leastLines: number;
  score: number;
  /** Of a near group: the least similarity to its first occurrence, in thousandths. */
  similarity?: number;
  /** Properties that all occurrences share: in tests, vendored, generated, in identical files or classes. */
  labels: string[];
  /** The shown occurrences by project. */
  shownOccurrences: OccurrenceView[];
}

export interface OccurrenceView {
  project: string;
  path: string;
  /** Of a block, the declaration around it; undefined outside of declarations. */
  name?: string;
  startLine: number;
  endLine: number;
  /** Of a near group: to its first occurrence, in thousandths. */
  similarity?: number;
}
