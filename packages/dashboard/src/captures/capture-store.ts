import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Approvals, Baseline, Capture, ReviewItem } from '@analyzer/contracts/pages/captures';
import { diskPort, replaceFile, temporaryOf } from '../log/file-port.ts';
import { requirePlainFiles, requirePlainFolder } from '../log/plain-files.ts';
import { CaptureFiles, type FileHash } from './capture-files.ts';
import { inheritedRejection, toReview } from './review.ts';
import {
  type CaptureIndex,
  HISTORY_LIMIT,
  QUOTA,
  type Quota,
  type StoredCapture,
  sameSubject,
  withinQuota,
} from './stored-capture.ts';

/** The capture cannot be approved or rejected; the message is the reason. */
export class NotReviewable extends Error {}

/** The approver of a baseline that no user approved: the first capture of a page. */
export const FIRST = 'first';

/** The captures, baselines and files of one data folder. It writes nothing before the first capture. */
export class CaptureStore {
  readonly files: CaptureFiles;
  readonly folder: string;
  readonly #path: string;
  readonly #quota: Quota;
  #index: CaptureIndex;
  /** Serializes the changes. */
  #pending: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, index: CaptureIndex, quota: Quota) {
    this.folder = join(folder, 'files');
    this.files = new CaptureFiles(this.folder);
    this.#path = join(folder, 'index.json');
    this.#index = index;
    this.#quota = quota;
  }

  /** Opens the captures of `folder`; an unreadable index is renamed. @throws the error of the file system */
  static async open(folder: string, quota: Quota = QUOTA): Promise<CaptureStore> {
    await requirePlainFolder(folder);
    await requirePlainFiles(folder, ['index.json']);
    // A leftover of an interrupted write.
    await rm(temporaryOf(join(folder, 'index.json')), { force: true });
    const { index, usable } = await readIndex(join(folder, 'index.json'));
    const store = new CaptureStore(folder, index, quota);
    // A user may repair a renamed index, so its files are retained.
    if (usable) await store.files.removeAllBut(store.#needed());
    return store;
  }

  /** Bytes of all files. */
  get bytes(): number {
    return this.#index.captures.reduce((sum, one) => sum + one.bytes, 0);
  }

  get size(): number {
    return this.#index.captures.length;
  }

  /** Captures, newest first. */
  list(wanted: { service: string; url: string; kind: string }): Capture[] {
    const fits = (given: string, own: string): boolean => given === '' || given === own;
    return this.#index.captures
      .filter(
        ({ service, url, kind }) => fits(wanted.service, service) && fits(wanted.url, url) && fits(wanted.kind, kind),
      )
      .map((one) => this.#shown(one))
      .reverse();
  }

  /** Id of the newest capture of each service. */
  newestByService(): ReadonlyMap<string, string> {
    return new Map(this.#index.captures.map(({ service, id }) => [service, id]));
  }

  find(id: string): (Capture & Pick<StoredCapture, 'files'>) | undefined {
    const found = this.#index.captures.find((one) => one.id === id);
    return found === undefined ? undefined : { ...this.#shown(found), files: found.files };
  }

  /** Captures that differ from their baseline and are not reviewed, oldest first. */
  toReview(): ReviewItem[] {
    return toReview(this.#index).map(({ after, before }) => ({
      after: this.#shown(after),
      before: this.#shown(before),
    }));
  }

  baselines(service: string): Baseline[] {
    return this.#index.baselines.filter((one) => service === '' || one.service === service);
  }

  /** The capture that a new capture of this subject is compared with. */
  baselineOf(subject: Pick<Capture, 'service' | 'url' | 'kind'>): StoredCapture | undefined {
    const baseline = this.#index.baselines.find((one) => sameSubject(one, subject));
    return this.#index.captures.find(({ id }) => id === baseline?.capture);
  }

  /**
   * Stores a capture. The first capture of a subject becomes its baseline, unless `refused_as_baseline` is set.
   *
   * @param given its files are already written
   * @throws the error of the file system
   */
  add(given: Omit<StoredCapture, 'id'>): Promise<Capture> {
    return this.#change(async (index) => {
      const capture: StoredCapture = { id: randomBytes(8).toString('hex'), ...given };
      const rejected = inheritedRejection(index, capture);
      if (rejected !== undefined) capture.rejected = rejected;
      index.captures.push(capture);
      const { service, url, kind, id, at } = capture;
      if (capture.refused_as_baseline === null && !index.baselines.some((one) => sameSubject(one, capture))) {
        index.baselines.push({
          service,
          url,
          kind,
          capture: id,
          history: [{ capture: id, at, by: FIRST, note: '' }],
        });
      }
      return () => this.#shown(capture);
    });
  }

  /** Makes a capture the baseline of its subject; undefined if it does not exist. @throws NotReviewable */
  approve(id: string, by: string, note: string, at: number): Promise<Baseline | undefined> {
    return this.#change(async (index) => {
      const capture = index.captures.find((one) => one.id === id);
      if (capture === undefined) return () => undefined;
      if (capture.refused_as_baseline !== null) throw new NotReviewable(capture.refused_as_baseline);
      const baseline = approveIn(index, capture, { at, by, note });
      return () => baseline;
    });
  }

  /** Makes each capture the baseline of its subject, in one write; those for which this is impossible are listed. */
  approveAll(ids: readonly string[], by: string, note: string, at: number): Promise<Approvals> {
    return this.#change(async (index) => {
      const result: Approvals = { approved: [], refused: [] };
      for (const id of new Set(ids)) {
        const capture = index.captures.find((one) => one.id === id);
        const reason = capture === undefined ? 'Capture not found' : capture.refused_as_baseline;
        if (capture === undefined || reason !== null) result.refused.push({ capture: id, reason: reason ?? '' });
        else result.approved.push(approveIn(index, capture, { at, by, note }));
      }
      return () => result;
    });
  }

  /**
   * Retains the baseline of a capture that differs from it, which ends its review; undefined if it does not exist.
   *
   * @throws NotReviewable for a baseline, and for a page without one
   */
  reject(id: string, by: string, note: string, at: number): Promise<Capture | undefined> {
    return this.#change(async (index) => {
      const capture = index.captures.find((one) => one.id === id);
      if (capture === undefined) return () => undefined;
      const baseline = index.baselines.find((one) => sameSubject(one, capture))?.capture;
      if (baseline === undefined) throw new NotReviewable('This page has no baseline');
      if (baseline === id) throw new NotReviewable('This capture is the baseline');
      const rejected: StoredCapture = { ...capture, rejected: { at, by, note, baseline } };
      index.captures = index.captures.map((one) => (one === capture ? rejected : one));
      return () => this.#shown(rejected);
    });
  }

  /** Waits for changes in progress. */
  async close(): Promise<void> {
    await this.#pending;
  }

  #shown({ files, bytes, ...capture }: StoredCapture): Capture {
    const is_baseline = this.#index.baselines.some((one) => one.capture === capture.id);
    return { ...capture, rejected: capture.rejected ?? null, is_baseline };
  }

  /** Changes a copy of the index, which replaces the index once it is on disk. */
  #change<T>(work: (index: CaptureIndex) => Promise<() => T>): Promise<T> {
    const done = this.#pending.then(async () => {
      const { captures, baselines } = this.#index;
      const index: CaptureIndex = { format: 1, captures: [...captures], baselines: [...baselines] };
      const result = await work(index);
      const { stay, go } = withinQuota(index, this.#quota);
      index.captures = [...stay];
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await replaceFile(diskPort, this.#path, [Buffer.from(JSON.stringify(index))]);
      this.#index = index;
      await this.#removeFiles(go);
      return result();
    });
    this.#pending = done.catch(() => undefined);
    return done;
  }

  /** Removes files that no other capture uses. */
  async #removeFiles(gone: readonly StoredCapture[]): Promise<void> {
    if (gone.length === 0) return;
    const needed = this.#needed();
    for (const hash of gone.flatMap(({ files }) => [files.dom, files.image])) {
      if (hash !== null && !needed.has(hash)) await this.files.remove(hash);
    }
  }

  #needed(): Set<FileHash> {
    const all = this.#index.captures.flatMap(({ files }) => [files.dom, files.image]);
    return new Set(all.filter((hash) => hash !== null));
  }
}

/** Changes the index: the capture becomes the baseline of its subject. */
function approveIn(
  index: CaptureIndex,
  capture: StoredCapture,
  approval: Omit<Baseline['history'][number], 'capture'>,
): Baseline {
  const { id, service, url, kind } = capture;
  const before = index.baselines.find((one) => sameSubject(one, capture));
  const history = [{ capture: id, ...approval }, ...(before?.history ?? [])].slice(0, HISTORY_LIMIT);
  const baseline: Baseline = { service, url, kind, capture: id, history };
  index.baselines = [...index.baselines.filter((one) => one !== before), baseline];
  return baseline;
}

/** @returns the index, or an empty one; `usable` is false if a renamed unreadable index still needs its files */
async function readIndex(path: string): Promise<{ index: CaptureIndex; usable: boolean }> {
  const empty: CaptureIndex = { format: 1, captures: [], baselines: [] };
  const usable = !(await diskPort.exists(`${path}.unusable`));
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { index: empty, usable };
    throw error;
  }
  try {
    const value: Partial<CaptureIndex> = JSON.parse(text);
    if (value.format === 1 && Array.isArray(value.captures) && Array.isArray(value.baselines)) {
      return { index: { format: 1, captures: value.captures, baselines: value.baselines }, usable };
    }
  } catch {
    // Not JSON: renamed below.
  }
  await rename(path, `${path}.unusable`);
  return { index: empty, usable: false };
}
