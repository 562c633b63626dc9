import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
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
  gitProblems: readonly GitProblem[];
}

const FILES_BETWEEN_PAUSES = 50;
/** Larger files are read in pieces. */
const HELD_BYTES = 1024 * 1024;

/** Reads and hashes all files of a project, without parsing one. @throws as `scan` */
export async function readState(project: WorkspaceProject, context: StateContext): Promise<ProjectState> {
  const listed = await list(project, context);
  const { label, root, markers, workspaces, packages, options } = project;
  const manifests = readProjectManifests(root).map(({ path, state, sha256 = '' }) => [path, state, sha256]);
  const digest = createHash('sha256');
  digest.update(JSON.stringify([label, markers, workspaces, packages, manifests, options]));
  for (const line of describe(listed)) digest.update(line);
  const stamp = new Stamp(listed);
  const buffer = new ReadBuffer();
  for await (const file of files(listed, context.signal)) {
    // Before the content: a later write gives another stamp.
    stamp.add(file);
    const reading = await listed.source.read(file, HELD_BYTES, context.signal, buffer);
    digest.update('reason' in reading ? `${reading.reason}\n` : `${reading.sha256}\n`);
  }
  return { digest: digest.digest('hex'), stamp: stamp.finish(), gitProblems: listed.gitProblems };
}

/** The `stamp` of the state that a project has now, without reading files. @throws as `scan` */
export async function readStamp(project: WorkspaceProject, context: StateContext): Promise<string> {
  const listed = await list(project, context);
  const stamp = new Stamp(listed);
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
function* describe({ found, excluded }: ListedProject): Generator<string> {
  for (const each of found)
    yield `${JSON.stringify(['found', each.path, each.raw?.toString('hex'), ...detailsOf(each)])}\n`;
  for (const { path, kind, reason, rule, sources } of excluded) {
    yield `${JSON.stringify(['excluded', path, kind, reason, rule, sources])}\n`;
  }
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

  constructor(listed: ListedProject<Folder>) {
    this.#location = listed.source.location;
    for (const line of describe(listed)) this.#hash.update(line);
    // A contract manifest is read even if it is excluded.
    for (const name of MANIFEST_NAMES) this.#hash.update(metadataOf(`${this.#location}/${name}`));
  }

  add(file: FoundFile): void {
    this.#hash.update(metadataOf(locate(this.#location, file)));
  }

  finish(): string {
    return this.#hash.digest('hex');
  }
}

function metadataOf(location: Location): string {
  try {
    const found = lstatSync(location, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return 'none\n';
    const { mode, size, mtimeNs, ctimeNs, ino, dev } = found;
    return `${mode} ${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}\n`;
  } catch {
    return 'unreadable\n';
  }
}
