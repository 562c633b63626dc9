import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { metadataOf } from '../file-metadata.ts';
import { isOnServer, shownPlace } from '../reader.ts';
import type { CheckedProject } from './kept-projects.ts';
import type { PartSpace } from './part-space.ts';
import { readId } from './read-id.ts';

/** What is known about an index that this user wrote, in `PartSpace`. */
interface IndexRecord {
  /** Digest of the projects and versions that it was made of; absent if the state of a project is not known. */
  inputs?: string;
  snapshot_id: string;
  /** Digest of the versions alone. */
  versions: string;
  /** Metadata of its file, of which no program can set all; absent for a server. */
  file?: string;
}

/** The index that a run replaces, if that is necessary. */
export class EarlierIndex {
  readonly #space: PartSpace;
  readonly #versions: string;
  readonly #place: string;

  /** @param place path of the index, as the user wrote it, or the URL of a server */
  constructor(space: PartSpace, versions: string, place: string) {
    this.#space = space;
    this.#versions = versions;
    this.#place = place;
  }

  /**
   * Whether the index was written from the same projects in the same state, and is undamaged. A file that another
   * program wrote is not trusted, also with the same content.
   *
   * @returns its snapshot id
   */
  async snapshotOf(projects: readonly CheckedProject[], signal?: AbortSignal): Promise<string | undefined> {
    const record = asRecord(this.#space.record(this.#name()));
    const inputs = inputsOf(this.#versions, projects);
    if (record === undefined || inputs === undefined || record.inputs !== inputs) return undefined;
    if (!isOnServer(this.#place) && record.file !== metadataOf(this.#place)) return undefined;
    return (await readId(this.#place, signal)) === record.snapshot_id ? record.snapshot_id : undefined;
  }

  /** The path of the index, if it is a file that the same program wrote, from any projects, and that no other one changed. */
  path(): string | undefined {
    if (isOnServer(this.#place)) return undefined;
    const record = asRecord(this.#space.record(this.#name()));
    if (record?.file === undefined || record.file !== metadataOf(this.#place)) return undefined;
    return record.versions === digestOf(this.#versions) ? this.#place : undefined;
  }

  /** Called while no other process can replace the index: it was written from these projects. */
  async record(projects: readonly CheckedProject[], snapshotId: string): Promise<void> {
    const inputs = inputsOf(this.#versions, projects);
    const file = isOnServer(this.#place) ? undefined : metadataOf(this.#place);
    const record: IndexRecord = {
      ...(inputs !== undefined && { inputs }),
      snapshot_id: snapshotId,
      versions: digestOf(this.#versions),
      ...(file !== undefined && { file }),
    };
    await this.#space.keepRecord(this.#name(), record);
  }

  #name(): string {
    return isOnServer(this.#place) ? shownPlace(this.#place) : resolve(this.#place);
  }
}

/** @returns undefined if the state of a project is not known */
function inputsOf(versions: string, projects: readonly CheckedProject[]): string | undefined {
  const known = projects.flatMap(({ label, root, state }) =>
    state === undefined ? [] : [[label, root, state.digest]],
  );
  if (known.length < projects.length) return undefined;
  return digestOf(JSON.stringify([versions, known]));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function asRecord(value: unknown): IndexRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('snapshot_id' in value) || !('versions' in value)) return undefined;
  const { snapshot_id, versions } = value;
  if (typeof snapshot_id !== 'string' || typeof versions !== 'string') return undefined;
  const inputs = 'inputs' in value && typeof value.inputs === 'string' ? value.inputs : undefined;
  const file = 'file' in value && typeof value.file === 'string' ? value.file : undefined;
  return { snapshot_id, versions, ...(inputs !== undefined && { inputs }), ...(file !== undefined && { file }) };
}
