import type { MapData, MapEdges, MapGraph, MapGroup } from '@analyzer/contracts/pages/map';
import { shortLabels } from './short-paths.ts';

export type MainData = Omit<MapData, 'graph' | 'sources'>;

/** Counted copies: `all` that lists show, or `exact` ones of functions in any file. */
export type Counted = 'all' | 'exact';

/** The data that every view needs, with a few lookups that the columns do not have. */
export class Atlas {
  readonly data: MainData;
  readonly tree: Tree;
  readonly #groups: Map<string, MapGroup>;
  readonly #projects: Map<string, number>;
  readonly #shortLabels: readonly string[];

  constructor(data: MainData) {
    this.data = data;
    this.tree = new Tree(data);
    this.#groups = new Map(data.groups.map((group) => [group.id, group]));
    this.#projects = new Map(data.projects.map((project, index) => [project.label, index]));
    this.#shortLabels = shortLabels(data.projects.map(({ label }) => label));
  }

  group(id: string): MapGroup | undefined {
    return this.#groups.get(id);
  }

  projectIndex(label: string): number | undefined {
    return this.#projects.get(label);
  }

  label(project: number): string {
    return this.data.projects[project]?.label ?? '';
  }

  /** For drawings and tables; the label is in what explains them. */
  shortLabel(project: number): string {
    return this.#shortLabels[project] ?? '';
  }

  language(index: number): string {
    return this.data.languages[index] ?? '';
  }

  projectOf(file: number): number {
    return this.data.directories.project[this.data.files.directory[file] ?? 0] ?? 0;
  }

  /** Path of a file relative to its project's root. */
  path(file: number): string {
    const folder = this.tree.directoryPath(this.data.files.directory[file] ?? 0);
    const name = this.data.files.name[file] ?? '';
    return folder === '' ? name : `${folder}/${name}`;
  }

  /** The file at a path of a project. */
  fileAt(project: number, path: string): number | undefined {
    const cut = path.lastIndexOf('/');
    const directory = this.tree.directoryAt(project, cut < 0 ? '' : path.slice(0, cut));
    if (directory === undefined) return undefined;
    const name = path.slice(cut + 1);
    return this.tree.filesOf(directory).find((file) => this.data.files.name[file] === name);
  }
}

/** Directories with sums of their subtrees. */
export class Tree {
  readonly lines: Float64Array;
  readonly repeated: Readonly<Record<Counted, Float64Array>>;
  /** Lines of which repeated ones are a share: of files with facts; for all copies only of files without a class. */
  readonly measured: Readonly<Record<Counted, Float64Array>>;
  readonly fileCount: Float64Array;
  /** Root directory by project. */
  readonly roots: number[] = [];
  readonly #children: number[][];
  readonly #files: number[][];
  readonly #data: MainData;
  readonly #withFacts: ReadonlySet<number>;

  constructor(data: MainData) {
    this.#data = data;
    const { directories, files } = data;
    this.#withFacts = new Set(['analyzed', 'partial'].map((name) => files.statuses.indexOf(name)));
    const count = directories.name.length;
    this.lines = new Float64Array(count);
    this.repeated = { all: new Float64Array(count), exact: new Float64Array(count) };
    this.measured = { all: new Float64Array(count), exact: new Float64Array(count) };
    this.fileCount = new Float64Array(count);
    this.#children = Array.from({ length: count }, () => []);
    this.#files = Array.from({ length: count }, () => []);
    files.directory.forEach((directory, file) => {
      this.#files[directory]?.push(file);
      add(this.lines, directory, files.lines[file]);
      add(this.repeated.all, directory, this.repeatedIn(file, 'all'));
      add(this.repeated.exact, directory, this.repeatedIn(file, 'exact'));
      add(this.measured.all, directory, this.measuredIn(file, 'all'));
      add(this.measured.exact, directory, this.measuredIn(file, 'exact'));
      add(this.fileCount, directory, 1);
    });
    for (let directory = count - 1; directory >= 0; directory--) {
      const parent = directories.parent[directory] ?? -1;
      if (parent < 0) continue;
      add(this.lines, parent, this.lines[directory]);
      add(this.repeated.all, parent, this.repeated.all[directory]);
      add(this.repeated.exact, parent, this.repeated.exact[directory]);
      add(this.measured.all, parent, this.measured.all[directory]);
      add(this.measured.exact, parent, this.measured.exact[directory]);
      add(this.fileCount, parent, this.fileCount[directory]);
    }
    directories.parent.forEach((parent, directory) => {
      if (parent < 0) this.roots[directories.project[directory] ?? 0] = directory;
      else this.#children[parent]?.push(directory);
    });
  }

  /** Repeated lines of a file: for all copies only of one without a class. */
  repeatedIn(file: number, counted: Counted): number {
    const { copied, repeated } = this.#data.files;
    if (counted === 'exact') return repeated[file] ?? 0;
    return this.#isProduct(file) ? (copied[file] ?? 0) : 0;
  }

  /** Lines of a file of which its repeated ones are a share. */
  measuredIn(file: number, counted: Counted): number {
    const isCounted = this.isAnalyzed(file) && (counted === 'exact' || this.#isProduct(file));
    return isCounted ? (this.#data.files.lines[file] ?? 0) : 0;
  }

  #isProduct(file: number): boolean {
    return this.#data.files.flags[file] === 0;
  }

  /** Whether a file was parsed, completely or partially. */
  isAnalyzed(file: number): boolean {
    return this.#withFacts.has(this.#data.files.status[file] ?? -1);
  }

  childrenOf(directory: number): readonly number[] {
    return this.#children[directory] ?? [];
  }

  filesOf(directory: number): readonly number[] {
    return this.#files[directory] ?? [];
  }

  /** Path relative to the project's root; empty for the root. */
  directoryPath(directory: number): string {
    const { parent, name } = this.#data.directories;
    const parts: string[] = [];
    for (let at = directory; (parent[at] ?? -1) >= 0; at = parent[at] ?? -1) parts.unshift(name[at] ?? '');
    return parts.join('/');
  }

  directoryAt(project: number, path: string): number | undefined {
    let at = this.roots[project];
    for (const part of path === '' ? [] : path.split('/')) {
      at = this.childrenOf(at ?? -1).find((child) => this.#data.directories.name[child] === part);
    }
    return at;
  }

  /** A chain of directories that contain only one directory is shown as one: `src/main/java`. */
  collapsed(directory: number): { directory: number; label: string } {
    let at = directory;
    let label = this.#data.directories.name[at] ?? '';
    for (let only = this.#only(at); only !== undefined; only = this.#only(at)) {
      at = only;
      label += `/${this.#data.directories.name[at] ?? ''}`;
    }
    return { directory: at, label };
  }

  #only(directory: number): number | undefined {
    const children = this.childrenOf(directory);
    return children.length === 1 && this.filesOf(directory).length === 0 ? children[0] : undefined;
  }
}

function add(column: Float64Array, index: number, value: number | undefined): void {
  column[index] = (column[index] ?? 0) + (value ?? 0);
}

/** Edges from both ends. */
export class Links {
  readonly forward: MapEdges;
  /** Indices into `forward.targets` by target, and the origin of each edge. */
  readonly #incoming: Int32Array;
  readonly #offsets: Int32Array;
  readonly #origin: Int32Array;

  /** @param targets number of possible targets */
  constructor(forward: MapEdges, targets: number) {
    this.forward = forward;
    const edges = forward.targets.length;
    this.#origin = new Int32Array(edges);
    for (let origin = 0; origin + 1 < forward.offsets.length; origin++) {
      this.#origin.fill(origin, forward.offsets[origin], forward.offsets[origin + 1]);
    }
    this.#offsets = new Int32Array(targets + 1);
    for (const target of forward.targets) this.#offsets[target + 1] = (this.#offsets[target + 1] ?? 0) + 1;
    for (let i = 0; i < targets; i++) this.#offsets[i + 1] = (this.#offsets[i + 1] ?? 0) + (this.#offsets[i] ?? 0);
    const next = this.#offsets.slice();
    this.#incoming = new Int32Array(edges);
    forward.targets.forEach((target, edge) => {
      const index = next[target] ?? 0;
      this.#incoming[index] = edge;
      next[target] = index + 1;
    });
  }

  out(origin: number): Link[] {
    const from = this.forward.offsets[origin] ?? 0;
    const to = this.forward.offsets[origin + 1] ?? from;
    const links: Link[] = [];
    for (let edge = from; edge < to; edge++) links.push(this.#link(edge, this.forward.targets[edge] ?? 0));
    return links;
  }

  /** Edges to a target, ordered by origin. */
  into(target: number): Link[] {
    const links: Link[] = [];
    for (let i = this.#offsets[target] ?? 0; i < (this.#offsets[target + 1] ?? 0); i++) {
      const edge = this.#incoming[i] ?? 0;
      links.push(this.#link(edge, this.#origin[edge] ?? 0));
    }
    return links;
  }

  #link(edge: number, other: number): Link {
    return { other, line: this.forward.line[edge] ?? 0, ambiguous: this.forward.ambiguous[edge] === 1 };
  }
}

export interface Link {
  /** The other end: target in `out`, origin in `into`. */
  other: number;
  line: number;
  ambiguous: boolean;
}

/** Declarations and edges, with lookups. */
export class Graph {
  readonly data: MapGraph;
  readonly imports: Links;
  readonly calls: Links;
  readonly files: number;
  readonly #first: Int32Array;

  constructor(data: MapGraph, files: number) {
    this.data = data;
    this.files = files;
    this.imports = new Links(data.imports, files);
    this.calls = new Links(data.calls, data.declarations.name.length);
    this.#first = new Int32Array(files + 1);
    for (const file of data.declarations.file) this.#first[file + 1] = (this.#first[file + 1] ?? 0) + 1;
    for (let i = 0; i < files; i++) this.#first[i + 1] = (this.#first[i + 1] ?? 0) + (this.#first[i] ?? 0);
  }

  /** Declarations of a file: `[from, to)`. */
  declarationsOf(file: number): { from: number; to: number } {
    return { from: this.#first[file] ?? 0, to: this.#first[file + 1] ?? 0 };
  }

  /** The declaration of a file by name; if several have the name, the one nearest to a line. */
  declarationAt(file: number, name: string, line: number): number | undefined {
    const { from, to } = this.declarationsOf(file);
    const { name: names, start_line: starts } = this.data.declarations;
    let best: number | undefined;
    for (let i = from; i < to; i++) {
      if (names[i] !== name) continue;
      if (best === undefined || distance(starts[i], line) < distance(starts[best], line)) best = i;
    }
    return best;
  }
}

function distance(a: number | undefined, b: number): number {
  return Math.abs((a ?? 0) - b);
}
