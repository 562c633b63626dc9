import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { LIMITS } from '@analyzer/core/manifest/limits.ts';
import type { ManifestFormat } from '@analyzer/core/manifest/manifest.ts';
import { type ReadManifest, readManifest } from '@analyzer/core/manifest/validate-manifest.ts';
import { reasonOf } from './system-reason.ts';

/** Where a manifest is looked for in a folder. */
const MANIFESTS = ['contracts.json', 'contracts.yaml', 'contracts.yml', 'intract.yaml'];

const STDIN = '-';
const YAML_ENDINGS = ['.yaml', '.yml'];

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
export function manifestsAt(path: string): string[] {
  if (!isFolder(path)) return [path];
  const found = MANIFESTS.map((name) => join(path, name)).filter((it) => existsSync(it));
  if (found.length > 0) return found;
  throw new AnalyzerError(
    'not_found',
    { what: 'manifest', name: MANIFESTS.map((name) => join(path, name)).join(', ') },
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
 * @param path `-` for standard input
 * @param format how it is written, where the name does not say it
 * @throws AnalyzerError `not_found`; `invalid_file` when it can't be read
 */
export async function openManifest(path: string, format?: ManifestFormat): Promise<OpenedManifest> {
  const bytes = await bytesOf(path);
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

/** Of a file that is too large, so much that it can be seen. */
async function bytesOf(path: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of path === STDIN ? process.stdin : createReadStream(path)) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > LIMITS.json) break;
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'ENOENT') throw new AnalyzerError('not_found', { what: 'file', name: path }, { cause: error });
    throw new AnalyzerError(
      'invalid_file',
      { path, problem: `it can't be read: ${reasonOf(error)}` },
      { cause: error },
    );
  }
  return Buffer.concat(pieces);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
