import { containsSources } from './excluded-sources.ts';
import { failureOf } from './failure.ts';
import { GITIGNORE, GitDirectory, type GitProblem, GitReader } from './gitignore/git-directory.ts';
import { bytesOf, GIT_FOLDER } from './gitignore/git-files.ts';
import type { GitScope } from './gitignore/git-scope.ts';
import { lastName } from './globs/glob.ts';
import { hasExtension, kindOfName, SHEBANG } from './kind.ts';
import { targetInside } from './link-target.ts';
import { childPath, type TreePath, withPrefix } from './location.ts';
import { type ShownName, showNames, showText } from './names.ts';
import { pause } from './pause.ts';
import { type Cut, cutOfMarker, OWN_HOLDING, OWN_HOLDING_CUT, type Policy } from './policy.ts';
import type { EntryKind, FileStat, TreeSource } from './source.ts';

/** An entry of the walk, before any file is read. `reason` is set if it could not be read. */
export type Found =
  | (TreePath & { kind: 'file'; size: number; reason?: string })
  | (TreePath & { kind: 'directory' | 'special'; reason?: string })
  /** Without a target if it is outside of the folder: such a path may describe this machine. */
  | (TreePath & { kind: 'symlink'; target?: string });

export type FoundFile = Extract<Found, { kind: 'file' }>;

export interface ExcludedPath extends Cut {
  path: string;
  kind: Found['kind'];
  /**
   * A directory with files of a parsed language that a default exclusion, a rule of Git or a marker file of this program
   * excludes.
   */
  sources?: true;
}

/** Both lists in bytewise order of the raw path. */
export interface Listing {
  found: Found[];
  excluded: ExcludedPath[];
  gitProblems: GitProblem[];
}

/** One entry of a directory. */
interface Child {
  parent: TreePath;
  name: Buffer;
  shown: ShownName;
  kind: EntryKind;
  /** What Git's files state about the parent; none outside of work trees. */
  git: GitDirectory | undefined;
  /** Entries of an included directory. */
  inside?: Child[];
}

interface Walk {
  source: TreeSource;
  policy: Policy;
  /** Undefined if Git's files are ignored. */
  reader: GitReader | undefined;
  /** Path of the root below the folder whose Git rules apply. */
  prefix: string;
}

/** A directory is visited twice, as itself and for its content: the bytewise order is `a`, `a.txt`, `a/x`. */
interface Step {
  order: Buffer;
  child: Child;
  into: boolean;
}

const ROOT: TreePath = { path: '' };
const SLASH = Buffer.from('/');
const STEPS_BETWEEN_PAUSES = 200;

/**
 * Lists all paths below a folder and the paths that the policy excludes. It follows no link, opens no special file and
 * does not recurse, for any depth of folders.
 *
 * @param git absent if files that Git ignores are not excluded
 * @throws the system's error if the root itself cannot be listed; {AnalyzerError} `cancelled`
 */
export async function walk(
  source: TreeSource,
  policy: Policy,
  { git, signal }: { git?: GitScope | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Listing> {
  const reader = git && new GitReader(git.source);
  const walk: Walk = { source, policy, reader, prefix: git?.path ?? '' };
  const listing: Listing = { found: [], excluded: [], gitProblems: reader?.problems ?? [] };
  const stack: Step[] = [];
  pushSteps(stack, childrenOf(walk, ROOT, reader && GitDirectory.descend(reader, walk.prefix)));
  let taken = 0;
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (step.into) pushSteps(stack, step.child.inside ?? []);
    else await takeIn(walk, step.child, listing);
    if (++taken % STEPS_BETWEEN_PAUSES === 0) await pause(signal);
  }
  return listing;
}

function childrenOf({ source, reader, prefix }: Walk, directory: TreePath, outside: GitDirectory | undefined): Child[] {
  const listed = source.list(directory).sort((a, b) => Buffer.compare(a.name, b.name));
  const shown = showNames(listed.map(({ name }) => name));
  const children = listed.flatMap(({ name: raw, kind }, i): Child[] => {
    const name = shown[i];
    return name ? [{ parent: directory, name: raw, shown: name, kind, git: undefined }] : [];
  });
  if (reader === undefined) return children;
  const kindOf = (wanted: string) => children.find(({ shown: { name } }) => name === wanted)?.kind;
  const kinds = { git: kindOf(GIT_FOLDER), gitignore: kindOf(GITIGNORE) };
  const git = GitDirectory.enter(reader, withPrefix(prefix, directory), kinds, outside);
  for (const child of children) child.git = git;
  return children;
}

function pushSteps(stack: Step[], children: readonly Child[]): void {
  const steps: Step[] = [];
  for (const child of children) {
    steps.push({ order: child.name, child, into: false });
    if (child.kind === 'directory') steps.push({ order: Buffer.concat([child.name, SLASH]), child, into: true });
  }
  steps.sort((a, b) => Buffer.compare(b.order, a.order));
  for (const step of steps) stack.push(step);
}

async function takeIn(walk: Walk, child: Child, listing: Listing): Promise<void> {
  const { kind } = child;
  const entry = childPath(child.parent, child.name, child.shown);
  let taken: Found | Cut;
  if (kind === 'directory') taken = await directory(walk, entry, child);
  else if (kind === 'file') taken = await file(walk, entry, child);
  else taken = described(walk, entry, child) ?? (kind === 'symlink' ? link(walk.source, entry) : { ...entry, kind });
  if ('kind' in taken) listing.found.push(taken);
  else {
    const { reason } = taken;
    const isSearched = reason === 'default' || reason === 'gitignore' || taken === OWN_HOLDING_CUT;
    const hasSources = kind === 'directory' && isSearched && containsSources(walk.source, entry);
    listing.excluded.push({ path: entry.path, kind, ...taken, ...(hasSources && { sources: true }) });
  }
}

/** Without the profile. */
function described({ policy, prefix }: Walk, entry: TreePath, { git }: Child): Cut | undefined {
  return policy.described(entry.path) ?? git?.exclusionOf(bytesOf(withPrefix(prefix, entry)));
}

async function directory(walk: Walk, entry: TreePath, child: Child): Promise<Found | Cut> {
  const decided = decideDirectory(walk, entry, child);
  const isOwn = !('kind' in decided) && decided.reason === 'own-output';
  if (isOwn || !(await holdsMarker(walk, entry, child.inside))) return decided;
  delete child.inside;
  return OWN_HOLDING_CUT;
}

/** @param inside entries of an included directory, which need no further call of the system */
async function holdsMarker({ source }: Walk, entry: TreePath, inside: readonly Child[] | undefined): Promise<boolean> {
  const { name, marker, within_bytes } = OWN_HOLDING;
  if (inside?.every((child) => child.shown.name !== name)) return false;
  const raw = Buffer.from(name);
  const file = childPath(entry, raw, { name, lossy: false });
  return source.beginsWith(file, marker, within_bytes);
}

function decideDirectory(walk: Walk, entry: TreePath, child: Child): Found | Cut {
  const { policy } = walk;
  let cut = policy.describedDirectory(entry.path);
  let inside = child.git;
  if (inside !== undefined && (cut === undefined || policy.sparesTracked(cut))) {
    const decided = inside.decide(bytesOf(withPrefix(walk.prefix, entry)), cut);
    if ('cut' in decided) return decided.cut;
    cut = undefined;
    inside = decided.inside;
  }
  cut ??= policy.directoryOfProfile(entry.path);
  if (cut) return cut;
  try {
    const children = childrenOf(walk, entry, inside);
    const cutForContent = policy.directoryHolding(children.map(({ shown }) => shown.name));
    if (cutForContent) return cutForContent;
    child.inside = children;
    return { ...entry, kind: 'directory' };
  } catch (error) {
    return { ...entry, kind: 'directory', reason: failureOf(error).reason };
  }
}

async function file(walk: Walk, entry: TreePath, child: Child): Promise<Found | Cut> {
  const { source, policy } = walk;
  let seen: FileStat | undefined;
  const stat = () => {
    seen ??= source.stat(entry);
    return seen;
  };
  const marked = policy.markerOf(entry.path);
  if (marked && (await source.beginsWith(entry, marked.marker, marked.within_bytes))) return cutOfMarker(marked);
  const cut = described(walk, entry, child) ?? policy.fileOfProfile(entry.path, await isScript(source, entry, stat));
  if (cut) return cut;
  const { size, reason } = stat();
  // A copy of each would have a hidden class of its own in V8.
  const found: FoundFile = Object.assign(entry, { kind: 'file' as const, size });
  if (reason !== undefined) found.reason = reason;
  return found;
}

/** Whether the first line may name the language of a file that its name does not have. */
async function isScript(source: TreeSource, entry: TreePath, stat: () => FileStat): Promise<boolean> {
  const name = lastName(entry.path);
  if (hasExtension(name) || kindOfName(name) !== undefined) return false;
  return stat().executable || source.beginsWith(entry, SHEBANG, SHEBANG.length);
}

function link(source: TreeSource, entry: TreePath): Found {
  try {
    const target = targetInside(source.target(entry), entry, source.location);
    return { ...entry, kind: 'symlink', ...(target && { target: showText(target) }) };
  } catch (error) {
    return { ...entry, kind: 'special', reason: failureOf(error).reason };
  }
}
