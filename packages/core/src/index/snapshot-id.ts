import { createHash } from 'node:crypto';
import type { ProjectPackage } from '#discovery/packages.ts';
import type { ProjectManifest } from './contracts/project-manifests.ts';
import type { IndexVersions } from './versions.ts';

/** The identity of a project: its scan and the description at its root. */
export interface ProjectIdentity {
  label: string;
  /** Snapshot id of its scan, 64 hex digits; it covers content and options. */
  snapshot_id: string;
  markers: readonly string[];
  workspaces: readonly string[];
  packages: readonly ProjectPackage[];
  manifests: readonly Omit<ProjectManifest, 'contracts'>[];
}

/**
 * Computes the id of a state of an index, 64 hex digits: SHA-256 of the format versions and the projects as JSON. Equal
 * ids mean equal query results, on any machine and at any time.
 *
 * @param projects ordered by label
 * @param pathLinks imports by paths that lead to other projects: they depend on the locations of the projects
 */
export function indexSnapshotId(
  { format, fingerprint, parsers }: IndexVersions,
  projects: readonly ProjectIdentity[],
  pathLinks: readonly string[],
) {
  const identity = {
    schema: 'analyzer.index',
    format,
    fingerprint,
    parsers: Object.entries(parsers).map(([language, { parser, version }]) => [language, parser, version]),
    projects: projects.map(({ label, snapshot_id, markers, workspaces, packages, manifests }) => [
      label,
      snapshot_id,
      markers,
      workspaces,
      packages.map(({ folder, kind, name, entries }) => [folder, kind, name, entries]),
      manifests.map(({ path, state, sha256 = '' }) => [path, state, sha256]),
    ]),
    ...(pathLinks.length > 0 && { path_links: pathLinks }),
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}
