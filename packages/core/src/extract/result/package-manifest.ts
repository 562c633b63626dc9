import { parse as parseToml } from 'smol-toml';
import { propertyOf } from '#packet/check/read-document.ts';
import type { Package } from './model.ts';
import type { ResultFiles } from './result-files.ts';

/** What the manifest of a package manager says; a property that it does not have is absent. */
export interface Manifest {
  name?: string;
  version?: string;
  license?: string;
}

export interface ManifestFile extends Manifest {
  path: string;
}

const LARGEST_MANIFEST = 4 * 1024 * 1024;
export const MANIFESTS = ['package.json', 'composer.json', 'pyproject.toml'];
const OF_LANGUAGE: Readonly<Record<string, string>> = {
  javascript: 'package.json',
  typescript: 'package.json',
  php: 'composer.json',
  python: 'pyproject.toml',
};

/** Names of the manifests that packages of a language can have. */
export function manifestsOf(language: string): readonly string[] {
  const name = OF_LANGUAGE[language];
  return name === undefined ? [] : [name];
}

/** Whether a manifest names a package. Python distributions are equal up to case and separators. */
export function isNameOf({ name: wanted, language }: Pick<Package, 'name' | 'language'>, name: string): boolean {
  const normalized = (text: string) => (language === 'python' ? text.toLowerCase().replace(/[-_.]+/g, '-') : text);
  return normalized(wanted) === normalized(name);
}

/**
 * The first manifest in a folder, or in those above it, that says something: a part of a project is released with the project.
 *
 * @param names of manifests
 */
export async function manifestAround(
  path: string,
  files: ResultFiles,
  names: readonly string[] = MANIFESTS,
): Promise<ManifestFile | undefined> {
  const parts = path.split('/');
  const folders = [...parts.keys()].map((index) => parts.slice(0, parts.length - index).join('/'));
  for (const folder of [...folders, '']) {
    const found = await manifestIn(folder, files, names);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The manifest in a folder; undefined if there is none that says something. */
export async function manifestIn(
  folder: string,
  files: ResultFiles,
  names: readonly string[] = MANIFESTS,
): Promise<ManifestFile | undefined> {
  for (const name of names) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const read = await files.read(path, LARGEST_MANIFEST);
    if (!('content' in read)) continue;
    const manifest = manifestOf(name, read.content.toString('utf8'));
    if (Object.keys(manifest).length > 0) return { path, ...manifest };
  }
  return undefined;
}

function manifestOf(name: string, text: string): Manifest {
  if (!name.endsWith('.toml')) {
    const document = parsed(() => JSON.parse(text));
    return { ...stringIn(document, 'name'), ...stringIn(document, 'version'), ...stringIn(document, 'license') };
  }
  const document = parsed(() => parseToml(text));
  const poetry = propertyOf(propertyOf(document, 'tool'), 'poetry');
  const project = propertyOf(document, 'project');
  const read = (key: keyof Manifest): Manifest => ({ ...stringIn(poetry, key), ...stringIn(project, key) });
  return { ...read('name'), ...read('version'), ...read('license') };
}

function stringIn(document: unknown, key: keyof Manifest): Manifest {
  const value = propertyOf(document, key);
  return typeof value === 'string' ? { [key]: value } : {};
}

function parsed(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
