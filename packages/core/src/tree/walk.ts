import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { failureOf } from './failure.ts';
import { type Location, locate, type PlacedPath, placeBelow } from './location.ts';
import { type ShownName, showNames, showText } from './names.ts';
import { carriesOwnMarker } from './own-map.ts';
import { pause } from './pause.ts';
import { type Cut, OWN_MAP_CUT, type Policy } from './policy.ts';

/** What the walk saw, before any file is read. `reason` says why it could not look closer. */
export type Found =
  | (PlacedPath & { kind: 'file'; size: number; executable: boolean; reason?: string })
  | (PlacedPath & { kind: 'directory' | 'special'; reason?: string })
  | (PlacedPath & { kind: 'symlink'; target: string });

export type FoundFile = Extract<Found, { kind: 'file' }>;

export interface LeftOut extends Cut {
  path: string;
  kind: Found['kind'];
}

/** Both lists in bytewise order of the raw path. */
export interface Listing {
  found: Found[];
  leftOut: LeftOut[];
}

/** One name in a directory. */
interface Child {
  parent: PlacedPath;
  name: Buffer;
  shown: ShownName;
  kind: Found['kind'];
  /** Of a directory that was taken in. */
  inside?: Child[];
}

/** A directory comes twice, as itself and as what is in it: `a`, `a.txt`, `a/x` is the order of bytes. */
interface Step {
  order: Buffer;
  child: Child;
  into: boolean;
}

const ROOT: PlacedPath = { path: '' };
const SLASH = Buffer.from('/');
const STEPS_BETWEEN_PAUSES = 200;

/**
 * Lists all that is below a folder and what the policy leaves out of it. Follows no link, opens no special file and
 * needs no stack however deep the folders are.
 *
 * @param root absolute
 * @throws the system's error when the root itself can't be listed; {AnalyzerError} `cancelled`
 */
export async function walk(root: string, policy: Policy, signal?: AbortSignal): Promise<Listing> {
  const listing: Listing = { found: [], leftOut: [] };
  const stack: Step[] = [];
  pushSteps(stack, childrenOf(root, ROOT));
  let taken = 0;
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (step.into) pushSteps(stack, step.child.inside ?? []);
    else takeIn(root, step.child, policy, listing);
    if (++taken % STEPS_BETWEEN_PAUSES === 0) await pause(signal);
  }
  return listing;
}

function childrenOf(root: string, directory: PlacedPath): Child[] {
  const dirents = readdirSync(locate(root, directory), { encoding: 'buffer', withFileTypes: true });
  dirents.sort((a, b) => Buffer.compare(a.name, b.name));
  const shown = showNames(dirents.map(({ name }) => name));
  return dirents.flatMap((dirent, i) => {
    const name = shown[i];
    return name ? [{ parent: directory, name: dirent.name, shown: name, kind: kindOf(dirent) }] : [];
  });
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

function takeIn(root: string, child: Child, policy: Policy, listing: Listing): void {
  const { kind } = child;
  const place = placeBelow(child.parent, child.name, child.shown);
  let taken: Found | Cut;
  if (kind === 'directory') taken = directory(root, place, child, policy);
  else if (kind === 'file') taken = file(root, place, policy);
  else taken = policy.described(place.path) ?? (kind === 'symlink' ? link(root, place) : { ...place, kind });
  if ('kind' in taken) listing.found.push(taken);
  else listing.leftOut.push({ path: place.path, kind, ...taken });
}

function directory(root: string, place: PlacedPath, child: Child, policy: Policy): Found | Cut {
  const cut = policy.directory(place.path);
  if (cut) return cut;
  try {
    const inside = childrenOf(root, place);
    const cutForContent = policy.directoryHolding(inside.map(({ shown }) => shown.name));
    if (cutForContent) return cutForContent;
    child.inside = inside;
    return { ...place, kind: 'directory' };
  } catch (error) {
    return { ...place, kind: 'directory', reason: failureOf(error).reason };
  }
}

function file(root: string, place: PlacedPath, policy: Policy): Found | Cut {
  const location = locate(root, place);
  let seen: { size: number; executable: boolean; reason?: string } | undefined;
  const look = () => {
    seen ??= lookAt(location);
    return seen;
  };
  const cut = policy.file(place.path, () => look().executable);
  if (cut) return cut;
  if (policy.mayBeOwnMap(place.path) && carriesOwnMarker(location)) return OWN_MAP_CUT;
  return { ...place, kind: 'file', ...look() };
}

function lookAt(location: Location): { size: number; executable: boolean; reason?: string } {
  try {
    const { size, mode } = lstatSync(location);
    return { size, executable: (mode & 0o111) !== 0 };
  } catch (error) {
    return { size: 0, executable: false, reason: failureOf(error).reason };
  }
}

function link(root: string, place: PlacedPath): Found {
  try {
    return { ...place, kind: 'symlink', target: showText(readlinkSync(locate(root, place), 'buffer')) };
  } catch (error) {
    return { ...place, kind: 'special', reason: failureOf(error).reason };
  }
}

function kindOf(dirent: Dirent<Buffer>): Found['kind'] {
  if (dirent.isFile()) return 'file';
  if (dirent.isDirectory()) return 'directory';
  return dirent.isSymbolicLink() ? 'symlink' : 'special';
}
