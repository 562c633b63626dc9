import { Folder } from '#tree/folder.ts';
import { Policy } from '#tree/policy.ts';
import type { TreeSource } from '#tree/source.ts';
import { type Listing, walk } from '#tree/walk.ts';
import { placeOfCache } from './cache-place.ts';
import type { ScanEvent, ScanOptions } from './model.ts';
import { requireSourceRoots } from './options.ts';

export interface ListingContext {
  onEvent?: (event: ScanEvent) => void;
  signal?: AbortSignal;
  /** Paths below the folder of files that this program is writing there. */
  ownOutput?: readonly string[];
  /** Folder of the engine's parse cache, as a person wrote it. */
  cacheDir?: string;
}

/** A project of which is known what is in it, and nothing is read. */
export interface ListedProject<Source extends TreeSource = TreeSource> extends Listing {
  source: Source;
  options: ScanOptions;
  /** When the listing began, in milliseconds of `performance.now()`. */
  started: number;
}

/**
 * The first step of a scan.
 *
 * @param project a folder, as a person wrote it, or another source of a tree, which stays open
 * @throws as `scan`
 */
export function listProject(
  project: string,
  options: ScanOptions,
  context: ListingContext,
): Promise<ListedProject<Folder>>;
export function listProject(
  project: string | TreeSource,
  options: ScanOptions,
  context: ListingContext,
): Promise<ListedProject>;
export async function listProject(
  project: string | TreeSource,
  options: ScanOptions,
  context: ListingContext,
): Promise<ListedProject> {
  const started = performance.now();
  const source = typeof project === 'string' ? new Folder(project) : project;
  requireSourceRoots((path) => source.hasFolder(path), options.source_roots);
  const listing = await list(source, options, context);
  const sizes = sizesOf(listing);
  for (const problem of listing.gitProblems) context.onEvent?.({ type: 'git-problem', ...problem });
  context.onEvent?.({ type: 'listed', files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) });
  return { ...listing, source, options, started };
}

/** The paths of the regular files that a scan would take in, without reading one. @throws as `scan` */
export async function listFiles(
  source: TreeSource,
  options: ScanOptions,
  context: Pick<ListingContext, 'cacheDir' | 'signal'>,
): Promise<Set<string>> {
  const { found } = await list(source, options, context);
  return new Set(found.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])));
}

/** Of the regular files, in bytes. */
export function sizesOf({ found }: Listing): number[] {
  return found.flatMap((each) => (each.kind === 'file' ? [each.size] : []));
}

async function list(
  source: TreeSource,
  options: ScanOptions,
  { ownOutput, cacheDir, signal }: ListingContext,
): Promise<Listing> {
  // In a revision there is no cache.
  const { location } = source;
  const cache = cacheDir === undefined || location === undefined ? undefined : placeOfCache(location, cacheDir);
  const { gitignore } = options;
  const isTracked = gitignore && source.isTracked;
  const policy = new Policy(
    { ...options, own: ownOutput, cache, isTracked },
    options.all ? [] : await source.ignored(),
  );
  return walk(source, policy, { gitignore, signal });
}
