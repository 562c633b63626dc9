import { Folder } from '#tree/folder.ts';
import { gitScope } from '#tree/gitignore/git-scope.ts';
import { Policy } from '#tree/policy.ts';
import { requireRoleGlobs } from '#tree/roles.ts';
import type { TreeSource } from '#tree/source.ts';
import { type Listing, walk } from '#tree/walk.ts';
import { cachePathBelow } from './cache-folder.ts';
import type { ScanEvent, ScanOptions } from './model.ts';
import { requireSourceRoots } from './options.ts';
import { ownExclusions } from './own-exclusions.ts';
import { includeNamedConfigs } from './read-settings.ts';

export interface ListingContext {
  onEvent?: (event: ScanEvent) => void;
  signal?: AbortSignal;
  /** Paths relative to the folder of files that this program writes there. */
  ownOutput?: readonly string[];
  /** Folder of the engine's parse cache, as the user wrote it. */
  cacheDir?: string;
}

/** A project whose entries are listed, but not read. */
export interface ListedProject<Source extends TreeSource = TreeSource> extends Listing {
  source: Source;
  options: ScanOptions;
  /** Start of the listing, in milliseconds of `performance.now()`. */
  started: number;
}

/**
 * The first step of a scan.
 *
 * @param project a folder, as the user wrote it, or another source, which is owned by the caller
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

/** The paths of the regular files that a scan would include, without reading one. @throws as `scan` */
export async function listFiles(
  source: TreeSource,
  options: ScanOptions,
  context: Pick<ListingContext, 'cacheDir' | 'signal'>,
): Promise<Set<string>> {
  const { found } = await list(source, options, context);
  return new Set(found.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])));
}

/** Sizes of the regular files, in bytes. */
export function sizesOf({ found }: Listing): number[] {
  return found.flatMap((each) => (each.kind === 'file' ? [each.size] : []));
}

async function list(
  source: TreeSource,
  options: ScanOptions,
  { ownOutput, cacheDir, signal }: ListingContext,
): Promise<Listing> {
  // A revision contains no cache.
  const { location } = source;
  const cache = cacheDir === undefined || location === undefined ? undefined : cachePathBelow(location, cacheDir);
  requireRoleGlobs(options);
  const { gitignore } = options;
  const isTracked = gitignore && source.isTracked;
  const policy = new Policy(
    {
      ...options,
      own: ownOutput,
      cache,
      isTracked,
      configured: options.all || options.config === false ? [] : await ownExclusions(source),
    },
    options.all ? [] : await source.ignored(),
  );
  const listing = await walk(source, policy, { git: gitignore ? gitScope(source) : undefined, signal });
  return includeNamedConfigs(source, listing, signal);
}
