import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { TreeSource } from '#tree/source.ts';
import { foldersOf } from './folders.ts';
import { licenceOf, type NamedPackage, packageOfHeaders, packageOfJson } from './package-evidence.ts';

/** A file that can belong to a library, or be evidence of one. */
export interface LibraryFile {
  path: string;
  /** Absent for a file that is not parsed. */
  lines?: number;
}

/** A package in a folder, or a single file. */
export interface Library extends NamedPackage {
  side: string;
  /** Path of the file that names the package, or its licence. */
  evidence: string;
  lines: number;
}

/** Paths of the manifests of a folder, in the order of the rules, and of its licences. */
export interface FolderEvidence {
  manifests: string[];
  licences: string[];
}

/** By folder. */
export function evidenceOfFolders(
  files: readonly LibraryFile[],
  isMeant: (folder: string) => boolean,
): Map<string, FolderEvidence> {
  const { manifests } = RELATION_RULES.vendored_library;
  const evidence = new Map<string, FolderEvidence>();
  for (const { path, lines } of files) {
    const [folder = ''] = foldersOf(path);
    if (lines !== undefined || !isEvidence(path)) continue;
    if (!isMeant(folder) || isInstalled(folder)) continue;
    const its = evidence.get(folder) ?? { manifests: [], licences: [] };
    evidence.set(folder, its);
    (manifests.includes(nameOf(path)) ? its.manifests : its.licences).push(path);
  }
  for (const its of evidence.values())
    its.manifests.sort((a, b) => manifests.indexOf(nameOf(a)) - manifests.indexOf(nameOf(b)));
  return evidence;
}

/** That of its first manifest with a name, or of its first licence. */
export async function libraryOfFolder(
  side: string,
  its: FolderEvidence,
  reader: EvidenceReader,
): Promise<Library | undefined> {
  const [licence] = its.licences;
  const text = licence === undefined ? undefined : await reader.read(licence);
  const known = text === undefined ? undefined : licenceOf(text);
  const ofLicence = known === undefined ? {} : { licence: known };
  for (const path of its.manifests) {
    const bytes = await reader.read(path);
    const named = bytes && (nameOf(path) === 'PKG-INFO' ? packageOfHeaders(bytes) : packageOfJson(bytes));
    if (named !== undefined) return { ...ofLicence, ...named, side, evidence: path, lines: 0 };
  }
  return licence === undefined || text === undefined ? undefined : { ...ofLicence, side, evidence: licence, lines: 0 };
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether the name of a file is that of a manifest or licence. */
export function isEvidence(path: string): boolean {
  const { manifests } = RELATION_RULES.vendored_library;
  return manifests.includes(nameOf(path)) || isLicence(nameOf(path));
}

function isLicence(name: string): boolean {
  const [word = ''] = name.split(/[-._]/, 1);
  return RELATION_RULES.vendored_library.licence_files.includes(word.toLowerCase());
}

export function isInstalled(folder: string): boolean {
  return folder.endsWith('.dist-info');
}

export class EvidenceReader {
  /** Number of files that may be evidence, and were not read because of the limit. */
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
