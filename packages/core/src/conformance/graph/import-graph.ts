import { Bindings } from '../bindings.ts';
import { isComputed } from '../computed-import.ts';
import { effectsOf } from '../effects.ts';
import { relativePaths } from '../import-verdict.ts';
import type { Evidence } from '../observation.ts';
import { leadsNowhere, OwnNamespaces } from '../own-namespaces.ts';
import { type CodeFile, type CodeImport, type CodeProject, isTypeOnly, JSX_GAP } from '../project.ts';

/** A line of a file that leads to something. */
export interface Step {
  from: CodeFile;
  line: number;
  /** The specifier. */
  text: string;
  /** Path of the file of the project. */
  to: string | undefined;
}

/** An import. */
export interface Edge extends Step {
  it: CodeImport;
}

/** A line by which a file may import more than its edges. */
export interface Gap extends Step {
  /** Paths to which it can lead; undefined for any. */
  paths: readonly string[] | undefined;
  /** It runs while the file loads. */
  isAtLoad: boolean;
}

/** For each file from which a goal is reached: the first step of a shortest chain, and whether it is the last one too. */
export type Ways = ReadonlyMap<string, { step: Step; isLast: boolean }>;

/** Files of a chain that are shown. */
const MAX_CHAIN = 20;
const NO_CODE = /\.(?:css|scss|sass|less|styl|json5?|svg|png|jpe?g|gif|webp|ico|woff2?|ttf|md|html?|txt|ya?ml|wasm)$/i;

/** The imports between the files of a project. */
export class ImportGraph {
  readonly #files: CodeProject['files'];
  readonly #edges = new Map<CodeFile, readonly Edge[]>();
  readonly #gaps = new Map<CodeFile, readonly Gap[]>();
  readonly #namespaces: OwnNamespaces;
  #into: Map<string, Edge[]> | undefined;

  constructor(project: Pick<CodeProject, 'files'>) {
    this.#files = project.files;
    this.#namespaces = new OwnNamespaces(project);
  }

  get files(): Iterable<CodeFile> {
    return this.#files.values();
  }

  file(path: string): CodeFile | undefined {
    return this.#files.get(path);
  }

  edgesOf(file: CodeFile): readonly Edge[] {
    const known = this.#edges.get(file);
    if (known !== undefined) return known;
    const edges = [...file.imports, ...file.references].map((it) => {
      return { from: file, line: it.line, text: it.specifier, to: it.path, it };
    });
    this.#edges.set(file, edges);
    return edges;
  }

  gapsOf(file: CodeFile): readonly Gap[] {
    const known = this.#gaps.get(file);
    if (known !== undefined) return known;
    const gaps = gapsIn(file, this.#namespaces);
    this.#gaps.set(file, gaps);
    return gaps;
  }

  /**
   * The files that reach a goal: those with a last step, and those that import such a file.
   *
   * @param last steps that reach the goal
   * @param follows whether a chain may go on over an edge
   * @param passes whether a chain may go through a file
   */
  waysTo(last: Iterable<Step>, follows: (edge: Edge) => boolean, passes: (path: string) => boolean = () => true): Ways {
    const ways = new Map<string, { step: Step; isLast: boolean }>();
    const queue: string[] = [];
    const put = (step: Step, isLast: boolean) => {
      if (ways.has(step.from.path)) return;
      ways.set(step.from.path, { step, isLast });
      queue.push(step.from.path);
    };
    for (const step of last) put(step, true);
    for (const path of queue) {
      if (!passes(path)) continue;
      for (const edge of this.#edgesInto(path)) if (follows(edge)) put(edge, false);
    }
    return ways;
  }

  #edgesInto(path: string): readonly Edge[] {
    if (this.#into === undefined) {
      this.#into = new Map();
      for (const file of this.files) {
        for (const edge of this.edgesOf(file)) {
          if (edge.to === undefined) continue;
          const list = this.#into.get(edge.to);
          if (list === undefined) this.#into.set(edge.to, [edge]);
          else list.push(edge);
        }
      }
    }
    return this.#into.get(path) ?? [];
  }
}

/** Whether an edge is there when the program runs. */
export function isAtRun({ it }: Edge): boolean {
  return !isTypeOnly(it) && it.phase !== 'asset';
}

/** The chain from a file to the goal: its first step, and the files and the module after it. */
export function chainFrom(path: string, ways: Ways): Evidence | undefined {
  const first = ways.get(path);
  if (first === undefined) return undefined;
  const through: string[] = [];
  for (let way: typeof first | undefined = first; way !== undefined && through.length < MAX_CHAIN; ) {
    const { step, isLast }: typeof first = way;
    if (step.to !== undefined) through.push(step.to);
    else if (way !== first) through.push(step.text);
    way = isLast ? undefined : ways.get(step.to ?? '');
  }
  return { path, line: first.step.line, text: first.step.text, through };
}

function gapsIn(file: CodeFile, namespaces: OwnNamespaces): Gap[] {
  const gaps: Gap[] = [];
  const put = (line: number, text: string, reason: string, isAtLoad: boolean, paths?: readonly string[]) =>
    gaps.push({ from: file, line, text: `${text}: ${reason}`, to: undefined, paths, isAtLoad });
  if (file.gap !== undefined && file.gap !== JSX_GAP) put(1, file.path, file.gap, true);
  for (const it of file.imports) {
    if (namespaces.isForeign(it, file) || leadsNowhere(it, file)) continue;
    const { specifier, line, state, reason, path, phase } = it;
    const isAtLoad = phase === 'load' || phase === 'conditional';
    if (isComputed(it)) put(line, specifier, 'the imported module is computed', isAtLoad);
    else if (state === 'ambiguous' && path === undefined) put(line, specifier, 'several files match', isAtLoad);
    else if (state === 'unresolved' && phase !== 'asset' && !NO_CODE.test(specifier)) {
      put(line, specifier, reason ?? 'unresolved', isAtLoad, relativePaths(specifier, file));
    }
  }
  const loads = effectsOf(file.language)?.loads;
  if (loads === undefined) return gaps;
  const bindings = new Bindings(file);
  for (const { callee, line, state, within } of file.calls) {
    const imported = bindings.of(callee);
    if (state === 'resolved' || file.imports.some((it) => it.line === line && !isComputed(it))) continue;
    const names = imported.length > 0 ? imported.map(({ name }) => name) : [callee];
    if (names.some((name) => loads.matches(name))) put(line, callee, 'it imports a module by its name', within < 0);
  }
  return gaps;
}
