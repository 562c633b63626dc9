import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { removeAbandoned } from './abandoned.ts';
import { decodeEntry, encodeEntry } from './entry.ts';
import { attempt } from './failure.ts';
import { READ_ONLY } from './last-use.ts';
import { makeFolders } from './make-folders.ts';
import { Pack } from './pack.ts';
import { PACK_NAME } from './pack-format.ts';
import { PackWriter } from './pack-writer.ts';
import { addIssue, type CacheReport } from './report.ts';

/** A pack is finished at this size, which limits the loss of a killed process. */
const PACK_BYTES = 4 * 1024 * 1024;
/** Smaller packs are merged if there are more than `MAX_SMALL`: each run creates one. */
const SMALL_BYTES = 1024 * 1024;
const MAX_SMALL = 16;
/** Another process replaced it, or there is no cache yet. */
const GONE = ['ENOENT'];

const NAME_DIGITS = 16;
/** Increased when the format of entries changes. */
const FORMAT = 2;

interface PackedLocation {
  pack: Pack;
  offset: number;
  length: number;
}

/**
 * The entries of one engine in one set of versions, in packs that many processes read and write at the same time: a
 * pack is written by one process, created atomically and never changed.
 *
 * No function throws for the content of the folder or for system errors: they are counted in the report.
 */
export class CacheSpace {
  readonly folder: string;
  readonly #versions: string;
  readonly #report: () => CacheReport;
  readonly #locations = new Map<string, PackedLocation>();
  #packs: Pack[] = [];
  #isLoaded = false;
  #writer: PackWriter | undefined;
  #isWritable = true;
  /** Number of outcomes in the unfinished pack. */
  #unfinished = 0;

  /**
   * @param cache folder of all spaces
   * @param name of the engine
   * @param versions that entries depend on besides their key
   * @param report receives the counts
   */
  constructor(cache: string, name: string, versions: string, report: () => CacheReport) {
    const space = spaceOf(cache, name, versions);
    this.#versions = space.versions;
    this.folder = space.folder;
    this.#report = report;
  }

  /** @returns the data line stored for the key */
  find(key: string): Buffer | undefined {
    this.#load();
    const location = this.#locations.get(key);
    if (location === undefined) return undefined;
    const { pack, offset, length } = location;
    const bytes = this.#try('read', () => pack.read(offset, length), GONE);
    if (bytes === undefined) return undefined;
    const data = decodeEntry(key, bytes);
    if (data === undefined) this.#distrust(key, pack, 'an entry is damaged');
    else pack.use();
    return data;
  }

  /** Reports that the result of `find` for the key is invalid. */
  reject(key: string): void {
    const location = this.#locations.get(key);
    if (location !== undefined) this.#distrust(key, location.pack, 'an entry is of another form');
  }

  /** Stores the entries of one outcome; they are on disk, and counted, after `finish`. */
  keep(lines: readonly (readonly [key: string, data: Buffer])[]): void {
    if (!this.#isWritable) return;
    this.#unfinished++;
    this.#try('write', () => {
      for (const [key, data] of lines) this.#append(key, encodeEntry(key, data));
    });
  }

  /** Finishes the current pack, merges small packs, and repairs or removes damaged and obsolete ones. */
  finish(): void {
    this.#endPack();
    if (this.#isLoaded && this.#isWritable) this.#try('write', () => this.#tidy());
    for (const pack of this.#packs) {
      this.#try('read', () => pack.mark(), READ_ONLY);
      pack.close();
    }
  }

  /** Removes the unfinished pack. */
  discard(): void {
    this.#writer?.discard();
    this.#writer = undefined;
  }

  #load(): void {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    const names = this.#try('read', () => readdirSync(this.folder), GONE) ?? [];
    for (const name of names.filter((each) => PACK_NAME.test(each)).sort()) this.#loadPack(join(this.folder, name));
    removeAbandoned(this.folder, names);
  }

  #loadPack(path: string): void {
    const pack = new Pack(path);
    const entries = this.#try('read', () => pack.entries(this.#versions), GONE);
    if (entries === undefined) return;
    this.#packs.push(pack);
    if (pack.damaged) {
      this.#report().invalid++;
      addIssue(this.#report(), 'a pack is damaged');
    }
    for (const { key, offset, length } of entries) {
      const before = this.#locations.get(key);
      if (before !== undefined) before.pack.live--;
      this.#locations.set(key, { pack, offset, length });
      pack.live++;
    }
  }

  #append(key: string, entry: Buffer): void {
    this.#writer ??= this.#startPack();
    this.#writer.add(key, entry);
    if (this.#writer.size >= PACK_BYTES) this.#endPack();
  }

  #startPack(): PackWriter {
    makeFolders(this.folder);
    return new PackWriter(this.folder, this.#versions);
  }

  #endPack(): void {
    const writer = this.#writer;
    this.#writer = undefined;
    const path = writer && this.#try('write', () => writer.finish());
    if (path === undefined) return;
    this.#report().writes += this.#unfinished;
    this.#unfinished = 0;
    this.#loadPack(path);
  }

  #tidy(): void {
    const small = this.#packs.filter(({ size }) => size < SMALL_BYTES);
    const old = this.#packs.filter((pack) => pack.live === 0 || pack.damaged);
    const all = new Set(small.length > MAX_SMALL ? [...old, ...small] : old);
    if (all.size === 0) return;
    for (const [key, { pack, offset, length }] of this.#locations) {
      if (!all.has(pack)) continue;
      const entry = pack.read(offset, length);
      if (decodeEntry(key, entry) !== undefined) this.#append(key, entry);
    }
    this.#endPack();
    if (!this.#isWritable) return;
    for (const pack of all) pack.remove();
  }

  #distrust(key: string, pack: Pack, issue: string): void {
    pack.damaged = true;
    this.#locations.delete(key);
    this.#report().invalid++;
    addIssue(this.#report(), issue);
  }

  /** @param expected codes that are not errors */
  #try<T>(what: 'read' | 'write', action: () => T, expected?: readonly string[]): T | undefined {
    return attempt(this.#report(), what, action, expected, () => {
      if (what === 'write') this.#stopWriting();
    });
  }

  #stopWriting(): void {
    this.#isWritable = false;
    this.#unfinished = 0;
    this.discard();
  }
}

/**
 * @param cache folder of all spaces
 * @param name of the engine
 * @param versions from the engine
 * @returns the folder of the engine's entries, and all versions that they depend on besides their key
 */
function spaceOf(cache: string, name: string, versions: string): { folder: string; versions: string } {
  const all = `format ${FORMAT}, ${versions}`;
  const hash = createHash('sha256').update(all).digest('hex');
  return { folder: join(resolve(cache), `${name}-${hash.slice(0, NAME_DIGITS)}`), versions: all };
}
