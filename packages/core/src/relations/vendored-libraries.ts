import { RELATION_RULES } from '#languages/relation-rules.ts';
import { RoleFinder } from '#tree/roles.ts';
import type { TreeSource } from '#tree/source.ts';
import { foldersOf } from './folders.ts';
import type { CopyRelation } from './model.ts';
import {
  latin1,
  licenceOf,
  type NamedPackage,
  packageOfComment,
  packageOfHeaders,
  packageOfJson,
} from './package-evidence.ts';

/** A file of class `vendored` that is not a test, example or benchmark. */
export interface VendoredFile {
  path: string;
  /** Absent for a file that is not parsed. */
  lines?: number;
}

/** A package in a folder, or a single file. */
interface Library extends NamedPackage {
  side: string;
  /** Path of the file that names the package, or its licence. */
  evidence: string;
  lines: number;
}

interface Found {
  libraries: CopyRelation[];
  /** Number of files that may be evidence, and were not read because of the limit. */
  leftOut: number;
}

/**
 * The libraries of others in folders of dependencies: those with an own manifest, licence or list of installed files, and single
 * files whose first comment names them.
 *
 * @param files in bytewise order of the paths
 */
export async function findVendoredLibraries(
  files: readonly VendoredFile[],
  source: Pick<TreeSource, 'read'>,
  signal?: AbortSignal,
): Promise<Found> {
  const reader = new EvidenceReader(source, signal);
  const installed = await installedLibraries(files, reader);
  const folders = await librariesOfFolders(files, reader);
  const found = new Set<Library>();
  for (const { path, lines } of files) {
    if (lines === undefined) continue;
    const library =
      installed.get(path) ??
      foldersOf(path)
        .map((folder) => folders.get(folder))
        .find((it) => it !== undefined) ??
      (await libraryOfFile(path, reader));
    if (library === undefined) continue;
    library.lines += lines;
    found.add(library);
  }
  const large = [...found].filter(({ lines }) => lines >= RELATION_RULES.vendored_library.least_lines);
  return { libraries: large.map(relationOf), leftOut: reader.leftOut };
}

function relationOf({ name, version, licence, side, evidence, lines }: Library): CopyRelation {
  const what = [name ?? nameOf(side), ...(version === undefined ? [] : [version])].join(' ');
  const differs = `${what} (${evidence})${licence === undefined ? '' : `, ${licence}`}`;
  return { kind: 'vendored-library', sides: [side], pairs: [], lines, differs, groups: [], elsewhere: 0 };
}

/** By folder: that of its first manifest with a name, or of its first licence. */
async function librariesOfFolders(
  files: readonly VendoredFile[],
  reader: EvidenceReader,
): Promise<Map<string, Library>> {
  const roles = new RoleFinder();
  const { manifests } = RELATION_RULES.vendored_library;
  const evidence = new Map<string, { manifests: string[]; licences: string[] }>();
  for (const { path, lines } of files) {
    const [folder = ''] = foldersOf(path);
    const isManifest = manifests.includes(nameOf(path));
    if (lines !== undefined || (!isManifest && !isLicence(nameOf(path)))) continue;
    // The folder of dependencies itself is not a library: a folder above it is of that class.
    if (!roles.of(folder, new Uint8Array()).is_vendored || isInstalled(folder)) continue;
    const its = evidence.get(folder) ?? { manifests: [], licences: [] };
    evidence.set(folder, its);
    (isManifest ? its.manifests : its.licences).push(path);
  }
  const libraries = new Map<string, Library>();
  for (const [side, its] of evidence) {
    its.manifests.sort((a, b) => manifests.indexOf(nameOf(a)) - manifests.indexOf(nameOf(b)));
    const [licence] = its.licences;
    const text = licence === undefined ? undefined : await reader.read(licence);
    const known = text === undefined ? undefined : licenceOf(text);
    const ofLicence = known === undefined ? {} : { licence: known };
    let found: Library | undefined;
    for (const path of its.manifests) {
      const bytes = found === undefined ? await reader.read(path) : undefined;
      const named = bytes && (nameOf(path) === 'PKG-INFO' ? packageOfHeaders(bytes) : packageOfJson(bytes));
      if (named !== undefined) found = { ...ofLicence, ...named, side, evidence: path, lines: 0 };
    }
    if (found === undefined && licence !== undefined && text !== undefined)
      found = { ...ofLicence, side, evidence: licence, lines: 0 };
    if (found !== undefined) libraries.set(side, found);
  }
  return libraries;
}

/** By path: the package of Python whose list of installed files has the file. */
async function installedLibraries(
  files: readonly VendoredFile[],
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

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isLicence(name: string): boolean {
  const [word = ''] = name.split(/[-._]/, 1);
  return RELATION_RULES.vendored_library.licence_files.includes(word.toLowerCase());
}

function isInstalled(folder: string): boolean {
  return folder.endsWith('.dist-info');
}

class EvidenceReader {
  leftOut = 0;
  readonly #source: Pick<TreeSource, 'read'>;
  readonly #signal: AbortSignal | undefined;
  #read = 0;

  constructor(source: Pick<TreeSource, 'read'>, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#signal = signal;
  }

  /** @returns undefined for a file that cannot be read, is too large or exceeds the limit */
  async read(path: string): Promise<Uint8Array | undefined> {
    const { vendored_library, candidates } = RELATION_RULES;
    if (++this.#read > vendored_library.most_read_files) {
      this.leftOut++;
      return undefined;
    }
    const reading = await this.#source.read({ path }, candidates.largest_file_bytes, this.#signal);
    return 'reason' in reading ? undefined : reading.bytes;
  }
}
