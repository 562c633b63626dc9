import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync } from 'node:fs';
import type { WorkspaceProject } from '#discovery/project.ts';
import { MANIFEST_NAMES } from '#manifest/names.ts';
import { type ListedProject, listProject } from '#scan/list-project.ts';
import type { Folder } from '#tree/folder.ts';
import type { GitProblem } from '#tree/gitignore/git-directory.ts';
import { type Location, locate } from '#tree/location.ts';
import { pause } from '#tree/pause.ts';
import { ReadBuffer } from '#tree/read.ts';
import type { Found, FoundFile } from '#tree/walk.ts';
import { readProjectManifests } from '../contracts/project-manifests.ts';

export interface StateContext {
  /** Paths relative to the root of files that this program writes there. */
  own: readonly string[];
  /** Folder of the parse cache, as the user wrote it. */
  cacheDir: string;
  signal?: AbortSignal | undefined;
}

export interface ProjectState {
  /**
   * SHA-256 of all that the rows of the project depend on, besides the versions of this program: its manifest of paths and
   * contents, exclusions, settings and options. 64 hex digits.
   */
  digest: string;
  /** Of the files' metadata: it changes with every write, also of the same content. 64 hex digits. */
  stamp: string;
  /** Sum of the sizes of its files. */
  bytes: number;
  gitProblems: readonly GitProblem[];
}

const FILES_BETWEEN_PAUSES = 50;

/** Reads and hashes all files of a project, without parsing one. @throws as `scan` */
export async function readState(project: WorkspaceProject, context: StateContext): Promise<ProjectState> {
  const listed = await list(project, context);
  const { label, root, markers, workspaces, packages, options } = project;
  const manifests = readProjectManifests(root).map(({ path, state, sha256 = '' }) => [path, state, sha256]);
  const digest = createHash('sha256');
  digest.update(JSON.stringify([label, markers, workspaces, packages, manifests, options]));
  const described = describe(listed);
  digest.update(described);
  const stamp = new Stamp(listed, described);
  const buffer = new ReadBuffer();
  let bytes = 0;
  for await (const file of files(listed, context.signal)) {
    bytes += file.size;
    const hashed = await listed.source.hash(file, buffer, context.signal);
    // Of the time before the content was read: a later write gives another stamp.
    stamp.add(file, 'reason' in hashed ? undefined : hashed.stat);
    digest.update('reason' in hashed ? `${hashed.reason}\n` : `${hashed.sha256}\n`);
  }
  return { digest: digest.digest('hex'), stamp: stamp.finish(), bytes, gitProblems: listed.gitProblems };
}

/** The `stamp` of the state that a project has now, without reading files. @throws as `scan` */
export async function readStamp(project: WorkspaceProject, context: StateContext): Promise<string> {
  const listed = await list(project, context);
  const stamp = new Stamp(listed, describe(listed));
  for await (const file of files(listed, context.signal)) stamp.add(file);
  return stamp.finish();
}

function list(
  { root, options }: WorkspaceProject,
  { own, cacheDir, signal }: StateContext,
): Promise<ListedProject<Folder>> {
  return listProject(root, options, {
    ownOutput: own,
    cacheDir,
    ...(signal && { signal }),
  });
}

async function* files({ found }: ListedProject, signal: AbortSignal | undefined): AsyncGenerator<FoundFile> {
  let seen = 0;
  for (const each of found) {
    if (each.kind !== 'file') continue;
    if (++seen % FILES_BETWEEN_PAUSES === 0) await pause(signal);
    yield each;
  }
}

/** Found and excluded paths, one line for each. */
function describe({ found, excluded }: ListedProject): string {
  const lines = [
    ...found.map((each) => ['found', each.path, each.raw?.toString('hex'), ...detailsOf(each)]),
    ...excluded.map(({ path, kind, reason, rule, sources }) => ['excluded', path, kind, reason, rule, sources]),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function detailsOf(found: Found): unknown[] {
  switch (found.kind) {
    case 'file':
      return [found.kind, found.size, found.reason];
    case 'symlink':
      return [found.kind, found.target];
    default:
      return [found.kind, found.reason];
  }
}

/** No program can set the time of change (`ctime`), so a file that was written since has another stamp. */
class Stamp {
  readonly #location: string;
  readonly #hash = createHash('sha256');

  constructor(listed: ListedProject<Folder>, described: string) {
    this.#location = listed.source.location;
    this.#hash.update(described);
    // A contract manifest is read even if it is excluded.
    for (const name of MANIFEST_NAMES) this.#hash.update(metadataAt(`${this.#location}/${name}`));
  }

  /** @param stat of the file, if it is known */
  add(file: FoundFile, stat?: BigIntStats): void {
    this.#hash.update(stat === undefined ? metadataAt(locate(this.#location, file)) : metadataOf(stat));
  }

  finish(): string {
    return this.#hash.digest('hex');
  }
}

function metadataAt(location: Location): string {
  try {
    const found = lstatSync(location, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'none\n' : metadataOf(found);
  } catch {
    return 'unreadable\n';
  }
}

function metadataOf({ mode, size, mtimeNs, ctimeNs, ino, dev }: BigIntStats): string {
  return `${mode} ${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}\n`;
}
