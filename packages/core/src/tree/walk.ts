import { failureOf } from './failure.ts';
import { targetInside } from './link-target.ts';
import { type PlacedPath, placeBelow } from './location.ts';
import { type ShownName, showNames, showText } from './names.ts';
import { pause } from './pause.ts';
import { type Cut, OWN_MAP_CUT, OWN_MARKER, type Policy } from './policy.ts';
import type { EntryKind, FileLook, TreeSource } from './source.ts';

/** What the walk saw, before any file is read. `reason` says why it could not look closer. */
export type Found =
  | (PlacedPath & { kind: 'file'; size: number; executable: boolean; reason?: string })
  | (PlacedPath & { kind: 'directory' | 'special'; reason?: string })
  /** Without a target where it leads out of the folder: such a path may describe this machine. */
  | (PlacedPath & { kind: 'symlink'; target?: string });

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
  kind: EntryKind;
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
 * @throws the system's error when the root itself can't be listed; {AnalyzerError} `cancelled`
 */
export async function walk(source: TreeSource, policy: Policy, signal?: AbortSignal): Promise<Listing> {
  const listing: Listing = { found: [], leftOut: [] };
  const stack: Step[] = [];
  pushSteps(stack, childrenOf(source, ROOT));
  let taken = 0;
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (step.into) pushSteps(stack, step.child.inside ?? []);
    else await takeIn(source, step.child, policy, listing);
    if (++taken % STEPS_BETWEEN_PAUSES === 0) await pause(signal);
  }
  return listing;
}

function childrenOf(source: TreeSource, directory: PlacedPath): Child[] {
  const listed = source.list(directory).sort((a, b) => Buffer.compare(a.name, b.name));
  const shown = showNames(listed.map(({ name }) => name));
  return listed.flatMap(({ name: raw, kind }, i) => {
    const name = shown[i];
    return name ? [{ parent: directory, name: raw, shown: name, kind }] : [];
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

async function takeIn(source: TreeSource, child: Child, policy: Policy, listing: Listing): Promise<void> {
  const { kind } = child;
  const place = placeBelow(child.parent, child.name, child.shown);
  let taken: Found | Cut;
  if (kind === 'directory') taken = directory(source, place, child, policy);
  else if (kind === 'file') taken = await file(source, place, policy);
  else taken = policy.described(place.path) ?? (kind === 'symlink' ? link(source, place) : { ...place, kind });
  if ('kind' in taken) listing.found.push(taken);
  else listing.leftOut.push({ path: place.path, kind, ...taken });
}

function directory(source: TreeSource, place: PlacedPath, child: Child, policy: Policy): Found | Cut {
  const cut = policy.directory(place.path);
  if (cut) return cut;
  try {
    const inside = childrenOf(source, place);
    const cutForContent = policy.directoryHolding(inside.map(({ shown }) => shown.name));
    if (cutForContent) return cutForContent;
    child.inside = inside;
    return { ...place, kind: 'directory' };
  } catch (error) {
    return { ...place, kind: 'directory', reason: failureOf(error).reason };
  }
}

async function file(source: TreeSource, place: PlacedPath, policy: Policy): Promise<Found | Cut> {
  let seen: FileLook | undefined;
  const look = () => {
    seen ??= source.look(place);
    return seen;
  };
  if (policy.mayBeOwnMap(place.path)) {
    const { marker, within_bytes } = OWN_MARKER;
    if (await source.beginsWith(place, marker, within_bytes)) return OWN_MAP_CUT;
  }
  const cut = policy.file(place.path, () => look().executable);
  if (cut) return cut;
  return { ...place, kind: 'file', ...look() };
}

function link(source: TreeSource, place: PlacedPath): Found {
  try {
    const target = targetInside(source.target(place), place, source.location);
    return { ...place, kind: 'symlink', ...(target && { target: showText(target) }) };
  } catch (error) {
    return { ...place, kind: 'special', reason: failureOf(error).reason };
  }
}
