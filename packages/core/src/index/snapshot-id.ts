import { createHash } from 'node:crypto';
import type { IndexVersions } from './versions.ts';

/** What an index tells of a project, in a few words: its scan and what its root says of it. */
export interface ProjectIdentity {
  label: string;
  /** Of its scan, 64 hex; it covers the content and the options. */
  snapshot_id: string;
  markers: readonly string[];
  workspaces: readonly string[];
}

/**
 * The id of one state of an index, 64 hex: SHA-256 over the format versions and the projects as JSON. Equal ids mean
 * equal answers, on any machine and at any time.
 *
 * @param projects in the order of their labels
 */
export function indexSnapshotId({ format, fingerprint, parsers }: IndexVersions, projects: readonly ProjectIdentity[]) {
  const identity = {
    schema: 'analyzer.index',
    format,
    fingerprint,
    parsers: Object.entries(parsers).map(([language, { parser, version }]) => [language, parser, version]),
    projects: projects.map(({ label, snapshot_id, markers, workspaces }) => [label, snapshot_id, markers, workspaces]),
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}
