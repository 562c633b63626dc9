import { RELATION_RULES } from '#languages/relation-rules.ts';
import { RoleFinder } from '#tree/roles.ts';
import type { TreeSource } from '#tree/source.ts';
import { foldersOf } from './folders.ts';
import { librariesElsewhere, type ProjectFiles } from './libraries-elsewhere.ts';
import {
  EvidenceReader,
  evidenceOfFolders,
  isInstalled,
  type Library,
  type LibraryFile,
  libraryOfFolder,
  nameOf,
} from './library-evidence.ts';
import type { CopyRelation } from './model.ts';
import { latin1, packageOfComment, packageOfHeaders } from './package-evidence.ts';

/** Files that are not tests, examples or benchmarks, by their class. */
export interface LibraryFiles {
  vendored: readonly LibraryFile[];
  /** By project. */
  others: readonly ProjectFiles[];
}

interface Found {
  libraries: CopyRelation[];
  /** Number of files that may be evidence, and were not read because of the limit. */
  leftOut: number;
}

/**
 * The libraries of others: in folders of dependencies those with an own manifest, licence or list of installed files, and single
 * files whose first comment names them; elsewhere folders that say so.
 *
 * @param files in bytewise order of the paths
 */
export async function findVendoredLibraries(
  { vendored, others }: LibraryFiles,
  source: Pick<TreeSource, 'read'>,
  signal?: AbortSignal,
): Promise<Found> {
  const reader = new EvidenceReader(source, signal);
  const installed = await installedLibraries(vendored, reader);
  const folders = await librariesOfFolders(vendored, reader);
  const found = new Set<Library>();
  const add = (lines: number, library: Library | undefined) => {
    if (library === undefined) return;
    library.lines += lines;
    found.add(library);
  };
  for (const { path, lines } of vendored) {
    if (lines === undefined) continue;
    add(lines, installed.get(path) ?? innermost(path, folders) ?? (await libraryOfFile(path, reader)));
  }
  for (const project of others) {
    const elsewhere = await librariesElsewhere(project, reader);
    for (const { path, lines } of project.files) {
      if (lines !== undefined) add(lines, innermost(path, elsewhere));
    }
  }
  const large = [...found].filter(({ lines }) => lines >= RELATION_RULES.vendored_library.least_lines);
  return { libraries: large.map(relationOf), leftOut: reader.leftOut };
}

function innermost(path: string, libraries: ReadonlyMap<string, Library>): Library | undefined {
  for (const folder of libraries.size === 0 ? [] : foldersOf(path)) {
    const library = libraries.get(folder);
    if (library !== undefined) return library;
  }
  return undefined;
}

function relationOf({ name, version, licence, side, evidence, lines }: Library): CopyRelation {
  const what = [name ?? nameOf(side), ...(version === undefined ? [] : [version])].join(' ');
  const differs = `${what} (${evidence})${licence === undefined ? '' : `, ${licence}`}`;
  return { kind: 'vendored-library', sides: [side], pairs: [], lines, differs, groups: [], elsewhere: 0 };
}

/** By folder: libraries in folders of dependencies. */
async function librariesOfFolders(
  files: readonly LibraryFile[],
  reader: EvidenceReader,
): Promise<Map<string, Library>> {
  const roles = new RoleFinder();
  // The folder of dependencies itself is not a library: a folder above it is of that class.
  const evidence = evidenceOfFolders(files, (folder) => roles.of(folder, new Uint8Array()).is_vendored);
  const libraries = new Map<string, Library>();
  for (const [side, its] of evidence) {
    const library = await libraryOfFolder(side, its, reader);
    if (library !== undefined) libraries.set(side, library);
  }
  return libraries;
}

/** By path: the package of Python whose list of installed files has the file. */
async function installedLibraries(
  files: readonly LibraryFile[],
  reader: EvidenceReader,
): Promise<Map<string, Library>> {
  const parsed = new Set(files.flatMap(({ path, lines }) => (lines === undefined ? [] : [path])));
  const libraries = new Map<string, Library>();
  for (const { path } of files) {
    const [folder = '', above = ''] = foldersOf(path);
    if (nameOf(path) !== 'METADATA' || !isInstalled(folder)) continue;
    const headers = await reader.read(path);
    const named = headers && packageOfHeaders(headers);
    const record = named && (await reader.read(`${folder}/RECORD`));
    if (record === undefined) continue;
    const listed = latin1(record)
      .split('\n')
      .map((line) => `${above === '' ? '' : `${above}/`}${line.split(',', 1)[0] ?? ''}`)
      .filter((it) => parsed.has(it));
    const [first] = listed;
    if (first === undefined) continue;
    const common = foldersOf(first).find((it) => it === '' || listed.every((other) => other.startsWith(`${it}/`)));
    const side = listed.length === 1 ? first : common === above || common === undefined ? folder : common;
    const library: Library = { ...named, side, evidence: path, lines: 0 };
    for (const it of listed) libraries.set(it, library);
  }
  return libraries;
}

async function libraryOfFile(side: string, reader: EvidenceReader): Promise<Library | undefined> {
  if (!/\.[cm]?js$/.test(side)) return undefined;
  const bytes = await reader.read(side);
  const named = bytes && packageOfComment(bytes);
  return named && { ...named, side, evidence: side, lines: 0 };
}
