import { createHash } from 'node:crypto';
import { AnalyzerError } from '@analyzer/contracts';
import { type Contract, readContracts } from '#manifest/contract.ts';
import { LIMITS } from '#manifest/limits.ts';
import { formatOfName, MANIFEST_NAMES } from '#manifest/names.ts';
import { readManifest } from '#manifest/validate-manifest.ts';
import { readInputFile } from '#tree/input-file.ts';
import type { ManifestState } from '../codes.ts';

/** A contract manifest at the root of a project. */
export interface ProjectManifest {
  /** Relative to the root. */
  path: string;
  state: ManifestState;
  /** 64 hex digits; absent if it is unreadable. */
  sha256?: string;
  /** Empty unless its state is `read`. */
  contracts: Contract[];
}

/**
 * Reads the contract manifests at the root of a project, also those that a scan excludes. Only a single one without
 * errors is used, as in `manifest check`.
 *
 * @param root absolute
 */
export function readProjectManifests(root: string): ProjectManifest[] {
  const found = MANIFEST_NAMES.flatMap((path) => {
    const manifest = readProjectManifest(root, path);
    return manifest === undefined ? [] : [manifest];
  });
  if (found.length < 2) return found;
  return found.map((manifest) => ({ ...manifest, state: 'ambiguous', contracts: [] }));
}

function readProjectManifest(root: string, path: string): ProjectManifest | undefined {
  const format = formatOfName(path);
  let bytes: Uint8Array | undefined;
  try {
    bytes = readInputFile(`${root}/${path}`, { limit: LIMITS[format] + 1, follow: false });
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    return { path, state: 'unreadable', contracts: [] };
  }
  if (bytes === undefined) return undefined;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { root: document, readable, findings } = readManifest(bytes, { format });
  const isSound = document !== undefined && readable && !findings.some(({ severity }) => severity === 'error');
  if (!isSound) return { path, state: 'invalid', sha256, contracts: [] };
  return { path, state: 'read', sha256, contracts: readContracts(document) };
}
