import { compareCycles } from '#diff/links/compare-cycles.ts';
import type { FileFacts } from '#parse/facts.ts';
import { cycleTarget } from '#relate/cycles/cycle-edges.ts';
import { findCycles } from '#relate/cycles/find-cycles.ts';
import { ImportResolver } from '#relate/imports/resolve.ts';
import type { LeftOut } from '#relate/left-out.ts';
import { ProjectFiles } from '#relate/project-files.ts';
import { Settings, type SettingText } from '#relate/settings/settings.ts';
import type { Cycle, FileEntry } from '#scan/model.ts';
import type { CycleUpdate } from './model.ts';

/** A file before and after a change; undefined where it does not exist. */
export interface ChangedFile {
  path: string;
  before: FileEntry | undefined;
  after: FileEntry | undefined;
}

/** A project after a change. */
interface ProjectState {
  /** All files by path, in byte order. */
  files: ReadonlyMap<string, FileEntry>;
  /** Paths that exist, and that are not among the files. */
  leftOut: LeftOut;
  /** Configuration files that say where imports lead; undefined if they are unchanged. */
  settings: ReadonlyMap<string, SettingText> | undefined;
}

interface ImportOptions {
  sourceRoots: readonly string[];
  /** Count the cycles of all imports, not only of those that run at load. */
  allImports: boolean;
  /** Files that are in no cycle. */
  isIgnored: (file: FileEntry) => boolean;
}

/** The import cycles of a changing project: only imports that a change can lead elsewhere are resolved again. */
export class ImportIndex {
  readonly #sourceRoots: readonly string[];
  readonly #inAnyPhase: boolean;
  readonly #isIgnored: (file: FileEntry) => boolean;
  readonly #targets = new Map<string, ReadonlySet<string>>();
  /** Line of the first import of each target, by path. */
  readonly #lines = new Map<string, ReadonlyMap<string, number>>();
  #settings: ReadonlyMap<string, SettingText> = new Map();
  #cycles: Cycle[] = [];

  constructor({ sourceRoots, allImports, isIgnored }: ImportOptions) {
    this.#isIgnored = isIgnored;
    this.#sourceRoots = sourceRoots;
    this.#inAnyPhase = allImports;
  }

  get cycles(): readonly Cycle[] {
    return this.#cycles;
  }

  /** Whether a file is one of the configuration files in use. */
  reads(path: string): boolean {
    return this.#settings.has(path);
  }

  /** The line of the first import from a file to one of these files. */
  lineOf(path: string, targets: readonly string[]): number | undefined {
    const lines = targets.flatMap((target) => this.#lines.get(path)?.get(target) ?? []);
    return lines.length === 0 ? undefined : Math.min(...lines);
  }

  update({ files, leftOut, settings }: ProjectState, changed: readonly ChangedFile[]): CycleUpdate[] {
    const isMoved = changed.some(({ before, after }) => before === undefined || after === undefined);
    this.#settings = settings ?? this.#settings;
    const languages = new Set(changed.flatMap((it) => languagesThatFollow(it)));
    const paths = new Set(changed.map(({ path }) => path));
    const mayLeadElsewhere = ({ path, language = '' }: FileEntry) =>
      settings !== undefined || isMoved || paths.has(path) || languages.has(language);
    const resolver = new ImportResolver(
      new ProjectFiles(files.keys()),
      leftOut,
      files,
      this.#sourceRoots,
      new Settings(this.#settings),
    );
    let isChanged = false;
    const counted = (file: FileEntry | undefined) =>
      file === undefined || this.#isIgnored(file) ? undefined : file.facts;
    for (const path of this.#targets.keys()) {
      if (counted(files.get(path)) !== undefined) continue;
      this.#lines.delete(path);
      isChanged = this.#targets.delete(path) || isChanged;
    }
    for (const file of files.values()) {
      const facts = counted(file);
      if (facts === undefined || !mayLeadElsewhere(file)) continue;
      const lines = this.#targetsOf(file, facts, resolver);
      const targets = new Set(lines.keys());
      this.#lines.set(file.path, lines);
      const before = this.#targets.get(file.path);
      this.#targets.set(file.path, targets);
      isChanged ||= before === undefined || !isEqual(before, targets);
    }
    return isChanged ? this.#findCycles(files) : [];
  }

  #findCycles(files: ReadonlyMap<string, FileEntry>): CycleUpdate[] {
    const before = this.#cycles;
    this.#cycles = findCycles(this.#targets);
    const examples = new Map(this.#cycles.map(({ files: [first = ''], example }) => [first, example]));
    const changes = compareCycles(before, this.#cycles, (path) => (files.has(path) ? path : undefined));
    return changes.map(({ change, before: old, after }) => {
      return { change, files: after.length > 0 ? after : old, example: examples.get(after[0] ?? '') ?? [] };
    });
  }

  #targetsOf(file: FileEntry, facts: FileFacts, resolver: ImportResolver): Map<string, number> {
    const lines = new Map<string, number>();
    for (const [index, links] of resolver.resolve(file, facts.imports).entries()) {
      for (const { names, phase, destination } of links) {
        const path = cycleTarget(file.path, { names, phase, ...destination }, this.#inAnyPhase);
        if (path !== undefined && !lines.has(path)) lines.set(path, facts.imports[index]?.line ?? 1);
      }
    }
    return lines;
  }
}

/** Languages whose imports of other files depend on the names that a changed file declares or imports. */
function languagesThatFollow({ before, after }: ChangedFile): string[] {
  const follows = [before, after].flatMap((file) =>
    file?.language && FOLLOW_NAMES.has(file.language) ? file.language : [],
  );
  return follows.length > 0 && namesOf(before) !== namesOf(after) ? follows : [];
}

/** The imports of other languages lead to files, not to names in them. */
const FOLLOW_NAMES: ReadonlySet<string> = new Set(['python', 'php']);

function namesOf(file: FileEntry | undefined): string {
  const { declarations = [], imports = [] } = file?.facts ?? {};
  const declared = declarations.filter(({ within }) => within < 0).map((it) => [it.kind, it.qualified_name]);
  return JSON.stringify([declared, imports.map(({ names, target }) => [names, target])]);
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((it) => b.has(it));
}
