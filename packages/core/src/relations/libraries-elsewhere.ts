import { RELATION_RULES } from '#languages/relation-rules.ts';
import {
  type EvidenceReader,
  evidenceOfFolders,
  type FolderEvidence,
  type Library,
  type LibraryFile,
  libraryOfFolder,
  nameOf,
} from './library-evidence.ts';
import { holdersOf, ownerOfJson } from './package-owner.ts';

/** Those of product code, and those that are not parsed. */
export interface ProjectFiles {
  /** The folder of the project. */
  root: string;
  files: readonly LibraryFile[];
}

/**
 * By folder: libraries of others outside of folders of dependencies, which say so themselves. A folder has the `PKG-INFO` of a
 * distribution; or the repository of its manifest is one of another owner than that of the project; or it has no manifest, and
 * its licence names none of the holders of the project's licence.
 */
export async function librariesElsewhere(
  { root, files }: ProjectFiles,
  reader: EvidenceReader,
): Promise<Map<string, Library>> {
  const { own_manifests } = RELATION_RULES.vendored_library;
  const managed = new Set(
    files.flatMap(({ path }) =>
      own_manifests.includes(nameOf(path)) ? [path.slice(0, -nameOf(path).length - 1)] : [],
    ),
  );
  const evidence = evidenceOfFolders(files, () => true);
  const own = evidence.get(root);
  evidence.delete(root);
  const libraries = new Map<string, Library>();
  if (evidence.size === 0) return libraries;
  const owner = await ownerOf(own, reader);
  const holders = await licenceHolders(own, reader);
  for (const [side, its] of evidence) {
    const isOfOthers = its.manifests.some((path) => nameOf(path) === 'PKG-INFO')
      ? true
      : its.manifests.length > 0
        ? isOther(owner, await ownerOf(its, reader))
        : !managed.has(side) && areOthers(holders, await licenceHolders(its, reader));
    const library = isOfOthers ? await libraryOfFolder(side, its, reader) : undefined;
    if (library !== undefined) libraries.set(side, library);
  }
  return libraries;
}

function isOther(own: string | undefined, its: string | undefined): boolean {
  return own !== undefined && its !== undefined && own !== its;
}

function areOthers(own: ReadonlySet<string>, its: ReadonlySet<string>): boolean {
  return own.size > 0 && its.size > 0 && [...its].every((word) => !own.has(word));
}

/** Of the first manifest that names a repository. */
async function ownerOf(its: FolderEvidence | undefined, reader: EvidenceReader): Promise<string | undefined> {
  for (const path of its?.manifests ?? []) {
    const bytes = nameOf(path) === 'PKG-INFO' ? undefined : await reader.read(path);
    const owner = bytes && ownerOfJson(bytes);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

async function licenceHolders(its: FolderEvidence | undefined, reader: EvidenceReader): Promise<Set<string>> {
  const words = new Set<string>();
  for (const path of its?.licences ?? []) {
    const bytes = await reader.read(path);
    for (const word of bytes === undefined ? [] : holdersOf(bytes)) words.add(word);
  }
  return words;
}
