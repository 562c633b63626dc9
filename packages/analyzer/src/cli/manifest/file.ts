import { lstatSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { LIMITS } from '@analyzer/core/manifest/limits.ts';
import type { ManifestFormat } from '@analyzer/core/manifest/manifest.ts';
import { type ReadManifest, readManifest } from '@analyzer/core/manifest/validate-manifest.ts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import { readStdin } from '../input/read-stdin.ts';

/** Where a manifest is looked for in a folder. */
const MANIFESTS = ['contracts.json', 'contracts.yaml', 'contracts.yml', 'intract.yaml'];

const STDIN = '-';
const YAML_ENDINGS = ['.yaml', '.yml'];

/** Where a manifest is. */
export interface ManifestPath {
  /** As a person wrote it; `-` for standard input. */
  path: string;
  /** Follow a symbolic link: the user named the file, it was not looked for in a folder. */
  follow: boolean;
}

/** A manifest that was opened and read. */
export interface OpenedManifest extends ReadManifest {
  /** As a person wrote it. */
  path: string;
  format: ManifestFormat;
}

/**
 * The manifests that a path stands for.
 *
 * @param path of a file; of a folder, for those in it; `-` for standard input
 * @throws AnalyzerError `not_found` when a folder has none
 */
export function manifestsAt(path: string): ManifestPath[] {
  if (!isFolder(path)) return [{ path, follow: true }];
  const all = MANIFESTS.map((name) => join(path, name));
  const found = all.filter((it) => lstatSync(it, { throwIfNoEntry: false }) !== undefined);
  if (found.length > 0) return found.map((it) => ({ path: it, follow: false }));
  throw new AnalyzerError(
    'not_found',
    { what: 'manifest', name: all.join(', ') },
    {
      hint:
        path === '.' ? 'Name the file, or - for standard input.' : 'Name the file; a folder of code comes behind it.',
    },
  );
}

export function isFolder(path: string): boolean {
  return path !== STDIN && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/**
 * Opens and reads one manifest.
 *
 * @param format how it is written, where the name does not say it
 * @throws AnalyzerError `not_found`, `unreadable`
 */
export async function openManifest(given: ManifestPath, format?: ManifestFormat): Promise<OpenedManifest> {
  const { path } = given;
  const bytes = await bytesOf(given);
  const written = format ?? formatOf(path, bytes);
  return { ...readManifest(bytes, { format: written }), path, format: written };
}

function formatOf(path: string, bytes: Uint8Array): ManifestFormat {
  const ending = extname(path).toLowerCase();
  if (YAML_ENDINGS.includes(ending)) return 'yaml';
  if (path !== STDIN) return 'json';
  // JSON text is hardly anything else than an object or a list.
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x80);
  return first === undefined || '{['.includes(String.fromCharCode(first)) ? 'json' : 'yaml';
}

/** The manifest, or the first bytes of one that is too large. */
async function bytesOf({ path, follow }: ManifestPath): Promise<Uint8Array> {
  const limit = LIMITS.json + 1;
  const bytes = path === STDIN ? await readStdin(limit) : readInputFile(path, { limit, follow });
  if (bytes === undefined) throw new AnalyzerError('not_found', { what: 'file', name: path });
  return bytes;
}
