import { compareBytes } from '@analyzer/contracts/order';
import { type IgnoredRange, ignoredRanges } from '#lists/ignored-ranges.ts';
import type { CodeClass } from '#lists/list-classes.ts';
import { collectBuffers, collectIfLarge } from '#parse/collect-garbage.ts';
import type { FileFacts } from '#parse/facts.ts';
import { foldInTurns } from '#relate/copies/fold-groups.ts';
import type { GroupKind } from '#relate/model.ts';
import { atOnce, inTurns, pause, type Turns } from '#relate/turns.ts';
import type { ScanOptions } from '#scan/model.ts';
import { copyLimits, needElements } from '#scan/options.ts';
import { BlockIndex, readUnitFile, type UnitFile } from './block-index.ts';
import { changeOf, type LocatedChange } from './change-of.ts';
import { CopyIndex } from './copy-index.ts';
import { areWhole, FamilyClasses } from './family-classes.ts';
import { familyWithoutBytes, type LocatedCopy, type LocatedFamily, withoutBytes } from './located.ts';
import type { CopyChange, CopyFamily } from './model.ts';
import { type Comparable, readCallbacks } from './similar/comparable.ts';
import { SimilarFilter } from './similar/similar-filter.ts';
import { SimilarIndex } from './similar-index.ts';

/** A file after a change. */
export interface AnalyzedFile {
  path: string;
  /** With elements if the kinds need them; undefined if the file was removed or is not analyzed. */
  facts: FileFacts | undefined;
  isTest: boolean;
  /** Bytes of its source. */
  size: number;
}

/** What the indexes compare of a file. */
interface ReadFile extends AnalyzedFile {
  similar: readonly Comparable[];
  callbacks: readonly Comparable[];
  units: UnitFile | undefined;
}

interface View {
  family: LocatedFamily;
  isFolded: boolean;
  /** The class that puts it apart. */
  apart: CodeClass | undefined;
}

/** What was found for some files. */
interface KnownViews {
  views: ReadonlyMap<string, View>;
  /** Of one file: the files whose change changes its views. Undefined if any change does. */
  reach: ((path: string) => boolean) | undefined;
}

/** Number of files whose views stay known: an editor asks again for its open ones. */
const MAX_KNOWN = 64;
/** After a change of more files all views are searched again. */
const MAX_CHANGED = 16;

/**
 * The copies of a changing project, of all kinds. Families of `near` and blocks are searched for the files that change;
 * those of functions are known for the complete project.
 */
export class ProjectCopies {
  readonly #functions: CopyIndex;
  readonly #similar: SimilarIndex | undefined;
  readonly #callbacks: SimilarIndex | undefined;
  readonly #blocks: BlockIndex | undefined;
  readonly #classes: FamilyClasses;
  /** Lines that comments silence, by path. */
  readonly #ignored = new Map<string, readonly IgnoredRange[]>();
  /** By their paths. */
  readonly #views = new Map<string, KnownViews>();
  /** By path: a search in turns, and the number of changes at its start. */
  readonly #searches = new Map<string, { found: Promise<LocatedFamily[]>; changes: number }>();
  #changes = 0;

  /** @param include classes of copies that count, although a list puts them apart */
  constructor(options: ScanOptions, include: readonly CodeClass[]) {
    this.#classes = new FamilyClasses(include);
    const { min_nodes, kinds } = options;
    const limits = copyLimits(options);
    this.#functions = new CopyIndex(min_nodes);
    const hasBlocks = needElements(kinds.filter((kind) => kind !== 'near'));
    if (kinds.includes('near')) {
      this.#similar = new SimilarIndex(limits);
      this.#callbacks = new SimilarIndex(limits, readCallbacks);
    }
    if (hasBlocks) this.#blocks = new BlockIndex(kinds, limits);
  }

  /** Number of families of functions that are not apart. */
  get functionFamilies(): number {
    let families = 0;
    for (const family of this.#functions.families())
      if (this.#classes.of(family, false, () => true) === undefined) families++;
    return families;
  }

  /** Adds the files of a new project. */
  add(files: readonly AnalyzedFile[]): void {
    this.#replace(atOnce(this.#readFiles(files)));
    this.#functions.forgetChanges();
  }

  /** Searches now what the next `replace` of these files compares with: the declarations that are similar to theirs. */
  prepareSimilar(paths: readonly string[]): void {
    if (this.#views.has(paths.join('\0'))) return;
    this.#similar?.familiesIn(paths);
    this.#callbacks?.familiesIn(paths);
  }

  /** Searches now everything that the next `replace` of these files compares with. */
  prepare(paths: readonly string[]): void {
    atOnce(this.#viewsIn(paths));
  }

  /** As `replace`, in turns and without a search. */
  async replaceInTurns(files: readonly AnalyzedFile[]): Promise<void> {
    await pause();
    const read = await inTurns(this.#readFiles(files), collectBuffers);
    await pause();
    const length = files.reduce((largest, { size }) => Math.max(largest, size), 0);
    collectIfLarge({ length });
    this.#replace(read);
    this.#functions.forgetChanges();
  }

  /** @returns the families whose number of copies changed, largest first */
  replace(files: readonly AnalyzedFile[]): CopyChange[] {
    const paths = files.map(({ path }) => path);
    const before = atOnce(this.#viewsIn(paths));
    this.#replace(atOnce(this.#readFiles(files)));
    const after = atOnce(this.#viewsIn(paths));
    const changes = [
      ...this.#functions.takeChanges().filter(({ family: { key } }) => {
        return (after.get(key) ?? before.get(key))?.isFolded !== true;
      }),
      ...otherChanges(before, after),
    ].filter(({ family: { key } }) => isListed(before.get(key), after.get(key)));
    changes.sort((a, b) => b.family.nodes - a.family.nodes || compareBytes(a.family.key, b.family.key));
    const counted = changes.flatMap((change) => this.#counted(change) ?? []);
    return counted.map(({ family, added, removed, ...counts }) => {
      return {
        ...counts,
        family: familyWithoutBytes(family),
        added: added.map(withoutBytes),
        removed: removed.map(withoutBytes),
      };
    });
  }

  /** The families with a copy in a file, without those that are part of another one. */
  familiesIn(path: string): CopyFamily[] {
    return atOnce(this.#findFamilies(path)).map(familyWithoutBytes);
  }

  /** As `familiesIn`, in turns and with positions. Searches for the same state of the project are one. */
  async familiesInTurns(path: string): Promise<LocatedFamily[]> {
    for (let running = this.#searches.get(path); running !== undefined; running = this.#searches.get(path)) {
      if (running.changes === this.#changes) return running.found;
      await running.found;
    }
    const found = inTurns(this.#findFamilies(path), collectBuffers).finally(() => this.#searches.delete(path));
    this.#searches.set(path, { found, changes: this.#changes });
    return found;
  }

  *#findFamilies(path: string): Turns<LocatedFamily[]> {
    const views = [...(yield* this.#viewsIn([path])).values()];
    const unfolded = views.filter(({ isFolded, apart }) => !isFolded && apart === undefined);
    const counted = unfolded.map(({ family }) => ({
      ...family,
      copies: family.copies.filter((it) => this.#counts(it)),
    }));
    return counted.filter(({ copies }) => copies.length > 1);
  }

  /** Without silenced copies; undefined if no other one changed. */
  #counted(change: LocatedChange): LocatedChange | undefined {
    const counts = (copy: LocatedCopy) => this.#counts(copy);
    const { family } = change;
    const copies = family.copies.filter(counts);
    const silenced = family.copies.length - copies.length;
    if (silenced === 0) return change;
    const [added, removed] = [change.added.filter(counts), change.removed.filter(counts)];
    if (copies.length < 2 || added.length + removed.length === 0) return undefined;
    const [before, after] = [change.before, change.after].map((number) => Math.max(0, number - silenced));
    return { ...change, before: before ?? 0, after: after ?? 0, family: { ...family, copies }, added, removed };
  }

  #counts({ path, start_line, end_line }: LocatedCopy): boolean {
    const ranges = this.#ignored.get(path);
    return ranges === undefined || !ranges.some(({ start, end }) => start <= start_line && end_line <= end);
  }

  *#readFiles(files: readonly AnalyzedFile[]): Turns<ReadFile[]> {
    const read: ReadFile[] = [];
    for (const file of files) {
      const { path, facts } = file;
      const similar = this.#similar === undefined ? [] : yield* this.#similar.read(path, facts);
      yield;
      const callbacks = this.#callbacks === undefined ? [] : yield* this.#callbacks.read(path, facts);
      yield;
      const units = this.#blocks && readUnitFile(facts);
      yield;
      read.push({ ...file, similar, callbacks, units });
    }
    return read;
  }

  #replace(files: readonly ReadFile[]): void {
    const paths = files.map(({ path }) => path);
    this.#changes++;
    this.#forgetViews(paths);
    for (const { path, facts, isTest, similar, callbacks, units } of files) {
      this.#classes.replace(path, facts, isTest);
      if (facts?.ignore_comments === undefined) this.#ignored.delete(path);
      else this.#ignored.set(path, ignoredRanges(facts).ranges);
      this.#functions.replace(path, facts?.declarations ?? []);
      this.#similar?.put(path, similar);
      this.#callbacks?.put(path, callbacks);
      this.#blocks?.put(path, units);
    }
    this.#forgetViews(paths);
  }

  /** Forgets the views that a change of these files can change, by what the files are now. */
  #forgetViews(paths: readonly string[]): void {
    if (paths.length > MAX_CHANGED) this.#views.clear();
    for (const [its, { reach }] of this.#views) {
      if (reach === undefined || paths.some((path) => path === its || reach(path))) this.#views.delete(its);
    }
  }

  /** @returns by key */
  *#viewsIn(paths: readonly string[]): Turns<ReadonlyMap<string, View>> {
    const key = paths.join('\0');
    const known = this.#views.get(key);
    const changes = this.#changes;
    const views = known?.views ?? (yield* this.#search(paths));
    // Files were replaced in a pause.
    if (changes !== this.#changes) return views;
    const [path] = paths;
    const reach = known?.reach ?? (path !== undefined && paths.length === 1 ? this.#reachOf(path) : undefined);
    // The views that were asked for last are last.
    this.#views.delete(key);
    this.#views.set(key, { views, reach });
    const [oldest] = this.#views.keys();
    if (this.#views.size > MAX_KNOWN && oldest !== undefined) this.#views.delete(oldest);
    return views;
  }

  /** Whether a file can have copies of code in this one, as it is now. */
  #reachOf(path: string): (other: string) => boolean {
    const compared = (of: string) => [this.#similar, this.#callbacks].flatMap((index) => index?.of(of) ?? []);
    const leaders = compared(path);
    const filter = new SimilarFilter(leaders);
    for (const leader of leaders) filter.add(leader);
    const [hasFunctions, hasBlocks] = [this.#functions.reachOf(path), this.#blocks?.reachOf(path)];
    return (other) =>
      hasFunctions(other) || compared(other).some((it) => filter.mayBeSimilar(it)) || hasBlocks?.(other) === true;
  }

  /** Of declarations, of callbacks, and of both. */
  *#nearFamilies(paths: readonly string[]): Turns<LocatedFamily[]> {
    const [similar, callbacks] = [this.#similar, this.#callbacks];
    if (similar === undefined || callbacks === undefined) return [];
    const declared = yield* similar.findFamilies(paths);
    const called = yield* callbacks.findFamilies(paths);
    return [
      ...[declared, called].flat(),
      ...(yield* similar.findAcross(paths, callbacks, called)),
      ...(yield* callbacks.findAcross(paths, similar, declared)),
    ];
  }

  *#search(paths: readonly string[]): Turns<Map<string, View>> {
    const near = yield* this.#nearFamilies(paths);
    const blocks = this.#blocks === undefined ? [] : yield* this.#blocks.findFamilies(paths);
    yield;
    const families = [...this.#functions.familiesIn(paths), ...near, ...blocks];
    yield;
    const wanted = new Set(paths);
    const isNew = ({ path }: LocatedCopy) => wanted.has(path);
    const all = yield* folding(families);
    const identical = new Set(families.flatMap((family) => (areWhole(family) ? (all.get(family.key) ?? []) : [])));
    yield;
    const classes: (CodeClass | undefined)[] = [];
    for (const family of families) {
      yield;
      classes.push(this.#classes.of(family, identical.has(family.key), isNew));
    }
    // What is in similar declarations that are small counts on its own.
    const holders = families.filter(({ kind }, at) => kind !== 'near' || classes[at] !== 'small');
    const folded = holders.length === families.length ? all : yield* folding(holders);
    return new Map(
      families.map((family, at) => {
        return [family.key, { family, isFolded: folded.has(family.key), apart: classes[at] }];
      }),
    );
  }
}

/** By key of a folded family: the key of the family that has it. */
function* folding(families: readonly LocatedFamily[]): Turns<ReadonlyMap<string, string>> {
  const numbers = new Map<string, number>();
  const fileOf = (path: string) => {
    const number = numbers.get(path) ?? numbers.size;
    numbers.set(path, number);
    return number;
  };
  const groups = families.map(({ key: id, kind, nodes, copies }) => {
    const similarity = copies.map((copy) => copy.similarity ?? 1000);
    return { id, kind, nodes, copies, ...(kind === 'near' && { similarity }) };
  });
  yield;
  return yield* foldInTurns(groups, ({ copies }) => {
    return copies.map(({ path, start_byte: start, end_byte: end }) => ({ file: fileOf(path), start, end }));
  });
}

/** Whether the family is not apart before or after a change, as far as it has a copy in the changed files. */
function isListed(before: View | undefined, after: View | undefined): boolean {
  const views = [before, after].filter((view) => view !== undefined);
  return views.length === 0 || views.some(({ apart }) => apart === undefined);
}

/** The changes of families of similar declarations and of blocks. */
function otherChanges(before: ReadonlyMap<string, View>, after: ReadonlyMap<string, View>): LocatedChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    const shown = now ?? old;
    if (shown === undefined || shown.isFolded || isOfFunctions(shown.family.kind)) return [];
    const none = { ...shown.family, copies: [] };
    return changeOf(old?.family ?? none, now?.family ?? none) ?? [];
  });
}

function isOfFunctions(kind: GroupKind): boolean {
  return !needElements([kind]);
}
