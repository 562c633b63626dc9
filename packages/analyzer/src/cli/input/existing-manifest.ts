import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { MANIFEST_NAMES } from '@analyzer/core/manifest/names.ts';
import { type OpenedManifest, openManifest } from './manifest.ts';

/**
 * The manifest of a project.
 *
 * @param named by the user, relative to the folder; default: the first manifest in it
 * @returns undefined if there is none
 * @throws AnalyzerError as `openManifest`
 */
export async function existingManifest(folder: string, named: string | undefined): Promise<OpenedManifest | undefined> {
  if (named !== undefined) return openManifest({ path: resolve(folder, named), follow: true });
  const path = MANIFEST_NAMES.map((name) => resolve(folder, name)).find((it) => existsSync(it));
  return path === undefined ? undefined : openManifest({ path, follow: false });
}
