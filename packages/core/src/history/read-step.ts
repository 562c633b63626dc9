import type { Engine } from '#parse/engine.ts';
import { groupsOfKinds } from '#relate/choose-groups.ts';
import { DecodedUnits } from '#relate/copies/decoded-units.ts';
import type { FilePlan } from '#scan/file-entry.ts';
import { type ListedProject, listProject } from '#scan/list-project.ts';
import type { Entry, FileEntry, GroupKind, Scan, ScanOptions } from '#scan/model.ts';
import { needElements } from '#scan/options.ts';
import { type Outcomes, readEntries } from '#scan/read-entries.ts';
import { relateEntries } from '#scan/scan-files.ts';
import type { FirstParent } from '#tree/git/first-parents.ts';
import type { GitTree } from '#tree/git/git-tree.ts';
import { damagedObject } from '#tree/git/missing-objects.ts';
import { GitAttributes } from '#tree/gitignore/git-attributes.ts';

interface ReadContext {
  engine: Engine;
  signal?: AbortSignal | undefined;
}

/** A file of the last step that was read. */
interface KnownFile {
  object: string | undefined;
  inModulePackage: boolean;
  entry: FileEntry;
}

/** The entries of a commit, from which its groups are found. */
export interface StepState {
  tree: GitTree;
  listed: ListedProject;
  entries: Entry[];
  /** Paths of files that may be parsed and whose blobs the repository lacks. */
  missing: ReadonlySet<string>;
}

/** Contents that the last step does not have are forgotten if more bytes than this were parsed. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Reads commits one after another: a file that did not change is not read again, and a content is parsed once. */
export class StepReader {
  readonly #head: GitTree;
  readonly #options: ScanOptions;
  readonly #context: ReadContext;
  readonly #outcomes: Outcomes = new Map();
  readonly #units = new DecodedUnits();
  #known = new Map<string, KnownFile>();
  /** The objects of the files that set attributes. */
  #attributes = '';

  /** @param head owned by the caller */
  constructor(head: GitTree, options: ScanOptions, context: ReadContext) {
    this.#head = head;
    this.#options = options;
    this.#context = context;
  }

  /** Files that were read and may be parsed, at all steps. */
  read = 0;
  #bytes = 0;

  /** Blobs that the repository lacks, of files that may be parsed, at all steps. */
  readonly missing = new Set<string>();

  /** @throws {AnalyzerError} `unreadable` for trees that are missing and damaged objects; `cancelled`; errors of the engine */
  async next({ commit, tree: object }: FirstParent): Promise<StepState> {
    const { engine, signal } = this.#context;
    const options = this.#options;
    const tree = await this.#head.at(commit, object, signal);
    const listed = await listProject(tree, options, { ...(signal && { signal }) });
    const { found, excluded } = listed;
    const attributes = await GitAttributes.read(tree, [...found, ...excluded]);
    this.#forgetIfOther(tree, [...found, ...excluded]);
    const plans = new Map<string, FilePlan>();
    const entries = await readEntries(tree, found, {
      engine,
      outcomes: this.#outcomes,
      maxBytes: options.max_bytes,
      roles: options,
      attributes,
      elements: needElements(options.kinds),
      known: (plan) => {
        plans.set(plan.found.path, plan);
        return plan.mayBeParsed ? this.#knownFile(plan, tree) : unreadEntry(plan);
      },
      signal,
    });
    const missing = this.#keep(entries, plans, tree);
    this.#units.startState();
    return { tree, listed, entries, missing };
  }

  /** The scan of a state that was read, with groups of some kinds. */
  async relate({ tree, listed, entries }: StepState, kinds: GroupKind[]): Promise<Scan> {
    const { engine, signal } = this.#context;
    const options = { ...this.#options, kinds };
    const relations = await relateEntries({ ...listed, options }, entries, {
      withoutCalls: true,
      decodedUnits: this.#units,
      ...(signal && { signal }),
    });
    return {
      engine: engine.name,
      root: tree.name,
      options,
      entries,
      ...relations,
      exclusions: listed.excluded,
      git_problems: listed.gitProblems,
      runtime: { jobs: engine.jobs, wall_ms: 0 },
    };
  }

  /** The scan of the same state with fewer kinds of groups. */
  withKinds(scan: Scan, kinds: GroupKind[]): Scan {
    const entries = new Map(scan.entries.map((it) => [it.path, it]));
    const files = [...scan.relations].flatMap(([path, { ids }]) => {
      const entry = entries.get(path);
      return entry?.kind === 'file' && entry.facts ? [{ path, ids, declarations: entry.facts.declarations }] : [];
    });
    return { ...scan, options: { ...scan.options, kinds }, groups: groupsOfKinds(scan.groups, kinds, files) };
  }

  #forgetIfOther(tree: GitTree, listed: readonly { path: string }[]): void {
    const files = listed.filter(({ path }) => path.endsWith('.gitattributes'));
    const attributes = files.map(({ path }) => `${path} ${tree.objectOf(path)}`).join('\n');
    if (attributes !== this.#attributes) this.#known.clear();
    this.#attributes = attributes;
  }

  #knownFile({ found, inModulePackage }: FilePlan, tree: GitTree): FileEntry | undefined {
    const known = this.#known.get(found.path);
    const isSame = known?.object === tree.objectOf(found.path) && known?.inModulePackage === inModulePackage;
    return isSame ? known?.entry : undefined;
  }

  /** @returns paths of files whose blobs the repository lacks */
  #keep(entries: readonly Entry[], plans: ReadonlyMap<string, FilePlan>, tree: GitTree): ReadonlySet<string> {
    const missing = new Set<string>();
    const before = this.#known;
    this.#known = new Map();
    for (const entry of entries) {
      const plan = plans.get(entry.path);
      if (entry.kind !== 'file' || plan?.mayBeParsed !== true) continue;
      const object = tree.objectOf(entry.path);
      if (entry.status === 'unreadable' && object !== undefined && tree.isMissing(entry.path)) {
        missing.add(entry.path);
        this.missing.add(object);
        continue;
      }
      if (entry.status === 'unreadable') throw damagedObject(object ?? '', entry.path);
      if (before.get(entry.path)?.entry !== entry) {
        this.read++;
        this.#bytes += entry.size;
      }
      this.#known.set(entry.path, { object, inModulePackage: plan.inModulePackage, entry });
    }
    if (this.#bytes > MAX_BYTES) {
      this.#outcomes.clear();
      this.#bytes = 0;
    }
    return missing;
  }
}

/** A file that is never parsed: only its path counts. */
function unreadEntry({ found: { path, size } }: FilePlan): FileEntry {
  const noClasses = { is_test: false, is_vendored: false, is_generated: false, is_example: false, is_benchmark: false };
  return { path, kind: 'file', size, status: 'inventory', ...noClasses };
}
