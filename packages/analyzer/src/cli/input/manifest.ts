import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { LIMITS } from '@analyzer/core/manifest/limits.ts';
import type { ManifestFormat } from '@analyzer/core/manifest/manifest.ts';
import { formatOfName, MANIFEST_NAMES } from '@analyzer/core/manifest/names.ts';
import type { Value } from '@analyzer/core/manifest/tree.ts';
import { type ReadManifest, readManifest } from '@analyzer/core/manifest/validate-manifest.ts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import { readStdin } from './read-stdin.ts';

const STDIN = '-';

/** Location of a manifest. */
export interface ManifestPath {
  /** As the user wrote it; `-` for standard input. */
  path: string;
  /** Follow a symbolic link: the user named the file. */
  follow: boolean;
}

/** A manifest that was read. */
export interface OpenedManifest extends ReadManifest {
  /** As the user wrote it. */
  path: string;
  format: ManifestFormat;
}

/**
 * The manifests of a path.
 *
 * @param path of a file; of a folder, for the manifests in it; `-` for standard input
 * @throws AnalyzerError `not_found` if the folder has none
 */
export function manifestsAt(path: string): ManifestPath[] {
  if (!isFolder(path)) return [{ path, follow: true }];
  const all = MANIFEST_NAMES.map((name) => join(path, name));
  const found = all.filter((it) => lstatSync(it, { throwIfNoEntry: false }) !== undefined);
  if (found.length > 0) return found.map((it) => ({ path: it, follow: false }));
  throw new AnalyzerError(
    'not_found',
    { what: 'manifest', name: all.join(', ') },
    {
      hint:
        path === '.'
          ? 'Name the file, or - for standard input.'
          : 'Name the file; the folder of the code is the next argument.',
    },
  );
}

export function isFolder(path: string): boolean {
  return path !== STDIN && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/**
 * Reads one manifest.
 *
 * @param format of the text, if the file name does not determine it
 * @throws AnalyzerError `not_found`, `unreadable`
 */
export async function openManifest(given: ManifestPath, format?: ManifestFormat): Promise<OpenedManifest> {
  const { path } = given;
  const bytes = await bytesOf(given);
  const written = format ?? formatOf(path, bytes);
  return { ...readManifest(bytes, { format: written }), path, format: written };
}

function formatOf(path: string, bytes: Uint8Array): ManifestFormat {
  if (path !== STDIN) return formatOfName(path);
  // Every useful JSON manifest starts with an object or an array.
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x80);
  return first === undefined || '{['.includes(String.fromCharCode(first)) ? 'json' : 'yaml';
}

/** The bytes of the manifest, or the first bytes of one that is too large. */
async function bytesOf({ path, follow }: ManifestPath): Promise<Uint8Array> {
  const limit = LIMITS.json + 1;
  const bytes = path === STDIN ? await readStdin(limit) : readInputFile(path, { limit, follow });
  if (bytes === undefined) throw new AnalyzerError('not_found', { what: 'file', name: path });
  return bytes;
}

/** A manifest without errors. */
export interface SoundManifest extends OpenedManifest {
  root: Value;
}

/**
 * Reads the only manifest of a path.
 *
 * @throws AnalyzerError `invalid_file` if it has errors; `usage` if there are several; as `openManifest`
 */
export async function soundManifest(path: string): Promise<SoundManifest> {
  const found = manifestsAt(path);
  const [only = { path, follow: true }] = found;
  const name = only.path;
  if (found.length > 1) {
    throw new AnalyzerError(
      'usage',
      { problem: `there are several manifests: ${found.map((each) => each.path).join(', ')}` },
      { hint: 'Name one of them.' },
    );
  }
  const manifest = await openManifest(only);
  const { root, findings, readable } = manifest;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (root !== undefined && readable && errors === 0) return { ...manifest, root };
  throw new AnalyzerError(
    'invalid_file',
    { path: name, problem: `it cannot be used: ${errors} ${errors === 1 ? 'error' : 'errors'}` },
    { hint: `See \`analyzer manifest validate ${name}\`.` },
  );
}
