import type { Engine } from '#parse/engine.ts';
import { type CommitText, readCommits } from '#tree/git/commit-texts.ts';
import { pause } from '#tree/pause.ts';
import { AllContents } from './all-contents.ts';
import { type ChangedFile, CommitSearch, type Today } from './commit-search.ts';
import type { Version } from './contents.ts';
import { describeFindings, type FoundInCommit } from './describe.ts';
import { EarlierTargets, findObjects, type WantedTarget } from './earlier-targets.ts';
import type { LeftOut, Missed, MissedEvent, MissedFinding, MissedHistory, MissedOptions } from './model.ts';
import { nothingLeftOut } from './model.ts';
import { PathsToday } from './paths-today.ts';
import { type ProjectToSearch, SearchedProject } from './searched-project.ts';
import { Vocabulary } from './vocabulary.ts';

export interface MissedContext {
  /** Owned by the caller. */
  engine: Engine;
  onEvent?: (event: MissedEvent) => void;
  signal?: AbortSignal;
}

/** A change in the history of one project, and a file of the same or another one that lacks it. */
export interface ProjectFinding {
  /** Labels. */
  project: string;
  targetProject: string;
  /** Relative to its project. */
  targetPath: string;
  /** Its paths start with the labels. */
  finding: MissedFinding;
}

export interface MissedInProjects extends Pick<Missed, 'apart'> {
  /** The most important first. */
  findings: ProjectFinding[];
  left_out: LeftOut;
  /** In the order of the projects. */
  histories: MissedHistory[];
  files: number;
  parsed: number;
}

/** Commits whose files are parsed together. */
const COMMITS_AT_ONCE = 32;

/**
 * Finds changes in the histories of projects that did not reach the copies of the changed code, in any of the projects.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `usage`, `cancelled`; errors of the engine
 */
export async function findMissedInProjects(
  wanted: readonly ProjectToSearch[],
  options: MissedOptions,
  { engine, onEvent, signal }: MissedContext,
): Promise<MissedInProjects> {
  onEvent?.({ type: 'history' });
  const vocabulary = new Vocabulary();
  const projects: SearchedProject[] = [];
  for (const [number, project] of wanted.entries()) {
    const context = { engine, vocabulary, onEvent, signal };
    projects.push(await SearchedProject.read(project, number, options, context));
  }
  return new ProjectsSearch(projects, options, vocabulary, onEvent, signal).run();
}

class ProjectsSearch {
  readonly #projects: readonly SearchedProject[];
  readonly #options: MissedOptions;
  readonly #vocabulary: Vocabulary;
  readonly #onEvent: MissedContext['onEvent'];
  readonly #signal: AbortSignal | undefined;
  readonly #contents: AllContents;
  readonly #search: CommitSearch;
  readonly #earlier: EarlierTargets;
  readonly #leftOut = nothingLeftOut();
  /** By path of today with the label. */
  readonly #files = new Map<string, { project: SearchedProject; version: Version }>();

  constructor(
    projects: readonly SearchedProject[],
    options: MissedOptions,
    vocabulary: Vocabulary,
    onEvent: MissedContext['onEvent'],
    signal: AbortSignal | undefined,
  ) {
    this.#projects = projects;
    this.#options = options;
    this.#vocabulary = vocabulary;
    this.#onEvent = onEvent;
    this.#signal = signal;
    this.#contents = new AllContents(projects);
    this.#earlier = new EarlierTargets(signal);
    this.#search = new CommitSearch(this.#readToday(), vocabulary, this.#leftOut);
  }

  #readToday(): Today {
    const statements = [];
    for (const project of this.#projects) {
      for (const [key, file] of project.today) {
        // Labels can be the beginnings of others.
        if (this.#files.has(key)) continue;
        this.#files.set(key, { project, version: file.version });
        statements.push(file.statements);
      }
    }
    const paths = [...this.#files.keys()];
    return { paths, statements, numbers: new Map(paths.map((path, at) => [path, at])) };
  }

  async run(): Promise<MissedInProjects> {
    const result: MissedInProjects = {
      findings: [],
      apart: {},
      left_out: this.#leftOut,
      histories: [],
      files: this.#files.size,
      parsed: 0,
    };
    for (const project of this.#projects) {
      const before = this.#search.hunks;
      const { findings, apart } = await this.#searchProject(project);
      result.findings.push(...findings);
      for (const [name, n] of Object.entries(apart)) {
        Object.assign(result.apart, { [name]: n + (new Map(Object.entries(result.apart)).get(name) ?? 0) });
      }
      const { seen, isCut: is_cut, isShallow: is_shallow, withoutRenames: without_renames } = project.history;
      const counts = { commits: project.changingCommits, seen, hunks: this.#search.hunks - before };
      result.histories.push({ ...counts, is_cut, is_shallow, without_renames });
    }
    result.findings.sort((a, b) => b.finding.weight - a.finding.weight);
    for (const { contents, history } of this.#projects) {
      result.parsed += contents.parsed;
      this.#leftOut.unparsed_files += contents.unparsed.size;
      this.#leftOut.missing_objects += contents.missing.size;
      for (const { otherChanges } of history.commits) this.#leftOut.other_changes += otherChanges;
    }
    return result;
  }

  async #searchProject(project: SearchedProject): Promise<Pick<MissedInProjects, 'findings' | 'apart'>> {
    const { folder } = project.tree.repository;
    const newest = project.tree.revision.object;
    const changed = project.changedFiles();
    const found = await this.#searchCommits(project, changed);
    const texts = await readCommits(folder, [newest, ...found.map(({ commit }) => commit)], this.#signal);
    const { findings, apart } = await describeFindings(found, {
      options: this.#options,
      vocabulary: this.#vocabulary,
      together: changed.map((files) => new Set(files.map((file) => file.today))),
      textOf: (commit): CommitText => texts.get(commit) ?? { subject: '', author: '', committed: 0 },
      newest,
      contents: this.#contents,
      pathOf: (path) => project.keyOf(path),
      versionOf: (path) => this.#files.get(path)?.version,
    });
    return {
      findings: findings.flatMap((finding) => {
        const target = this.#files.get(finding.target);
        if (target === undefined) return [];
        const { project: own, version } = target;
        return [{ project: project.label, targetProject: own.label, targetPath: version.path, finding }];
      }),
      apart,
    };
  }

  async #searchCommits(project: SearchedProject, changed: readonly ChangedFile[][]): Promise<FoundInCommit[]> {
    const { commits } = project.history;
    const found: FoundInCommit[] = [];
    const paths = new PathsToday();
    for (let start = 0; start < commits.length; start += COMMITS_AT_ONCE) {
      this.#onEvent?.({ type: 'commits', done: start, all: commits.length });
      await pause(this.#signal);
      const files = changed.slice(start, start + COMMITS_AT_ONCE);
      await this.#contents.load(files.flat().flatMap(({ before, after }) => [before, after]));
      const wanted: (FoundInCommit & { targets: WantedTarget[] })[] = [];
      for (const [at, its] of files.entries()) {
        const { commit = '', changes = [] } = commits[start + at] ?? {};
        const { candidates, hunks } = this.#search.candidates(its, this.#contents);
        for (const { from, path } of changes) paths.goBefore(from, path);
        if (candidates.length > 0) {
          const targets = await this.#targetsAt(project, commit, paths, candidates);
          wanted.push({ commit, number: start + at, hunks, candidates, targets });
        }
      }
      await findObjects(
        wanted.flatMap(({ targets }) => targets),
        this.#signal,
      );
      const versions = wanted.flatMap(({ targets }) => targets.map(({ version }) => version));
      await this.#contents.load(versions.filter(({ object }) => object !== ''));
      for (const { targets, ...it } of wanted) {
        const then = targets.map(({ version }) => version);
        const candidates = this.#search.atTheTime(it.candidates, then, changed[it.number] ?? [], this.#contents);
        if (candidates.length > 0) found.push({ ...it, candidates });
      }
    }
    return found;
  }

  /** The versions of the targets before a commit. @param paths of the project at that time */
  async #targetsAt(
    project: SearchedProject,
    commit: string,
    paths: PathsToday,
    candidates: readonly { target: string }[],
  ): Promise<WantedTarget[]> {
    let committed: number | undefined;
    const targets: WantedTarget[] = [];
    for (const { target } of candidates) {
      const file = this.#files.get(target);
      const path = file?.version.path ?? target;
      if (file === undefined || file.project === project) {
        targets.push({ project, commit: `${commit}~1`, version: project.versionOf(paths.former(path), '') });
        continue;
      }
      const { tree } = project;
      committed ??= (await readCommits(tree.repository.folder, [commit], this.#signal)).get(commit)?.committed ?? 0;
      targets.push(await this.#earlier.at(file.project, path, { tree, commit, committed }));
    }
    return targets;
  }
}
