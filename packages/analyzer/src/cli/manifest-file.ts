import { createReadStream, existsSync } from 'node:fs';
import { extname } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { LIMITS } from '@analyzer/core/manifest/limits.ts';
import type { ManifestFormat } from '@analyzer/core/manifest/manifest.ts';
import { type ReadManifest, readManifest } from '@analyzer/core/manifest/validate-manifest.ts';
import { reasonOf } from './system-reason.ts';

/** Where a manifest is looked for when none is named. */
export const DEFAULT_MANIFESTS = ['contracts.json', 'contracts.yaml', 'contracts.yml', 'intract.yaml'];

const STDIN = '-';
const YAML_ENDINGS = ['.yaml', '.yml'];

/** A manifest that was opened and read. */
export interface OpenedManifest extends ReadManifest {
  /** As a person wrote it. */
  path: string;
  format: ManifestFormat;
}

/** @throws AnalyzerError `not_found` when there is none */
export function defaultManifests(): string[] {
  const found = DEFAULT_MANIFESTS.filter((name) => existsSync(name));
  if (found.length > 0) return found;
  throw new AnalyzerError(
    'not_found',
    { what: 'manifest', name: DEFAULT_MANIFESTS.join(', ') },
    { hint: 'Name the file, or - for standard input.' },
  );
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
      {
        ...(error.code === 'EISDIR' && {
          hint: `Name the manifest's file, such as ${DEFAULT_MANIFESTS[0]}, before the folder of the project.`,
        }),
        cause: error,
      },
    );
  }
  return Buffer.concat(pieces);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
