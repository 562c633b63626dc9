import type { Family, PlanConfig } from '../model.ts';
import type { CopyFacts, LibraryFacts, Unit } from './model.ts';
import { planLibraries } from './plan-libraries.ts';

export interface Written {
  project: string;
  path: string;
  name: string;
  lines?: number;
  facts?: Partial<CopyFacts>;
  uses?: string[];
}

const CONFIG: PlanConfig = {
  schema: 'analyzer.extraction-config.v1',
  coordinator: 'app',
  new_package_project: 'app',
  new_package_directory: 'packages',
  planning: 'libraries',
  queue: 'analyzer',
  packages: [],
  routes: [],
  repositories: [],
};

/** Families and what an index knows about them, without an index. */
export class World {
  readonly #units = new Map<string, Unit>();
  readonly #copies = new Map<number, CopyFacts>();
  readonly #uses = new Map<number, Set<string>>();
  readonly #fileImports = new Map<string, Set<string>>();
  readonly #files = new Set<string>();
  readonly imports = new Map<Unit, Set<Unit>>();
  readonly loaded = new Set<Unit>();
  readonly families: Family[] = [];
  readonly namesakes = new Map<string, number>();
  lines = new Map([['typescript', new Map([['app', 1000]])]]);

  unit(project: string): Unit {
    const isExample = project.startsWith('examples/');
    const unit = this.#units.get(project) ?? { project, folder: '', names: new Map(), isExample, sources: 'src' };
    this.#units.set(project, unit);
    return unit;
  }

  file(project: string, path: string): this {
    this.#files.add(`${project}/${path}`);
    return this;
  }

  named(project: string, kind: string, name: string): this {
    this.#units.set(project, { ...this.unit(project), names: new Map([[kind, name]]) });
    return this;
  }

  /** @param folder of a package in a project around it */
  nested(label: string, project: string, folder: string): this {
    this.#units.set(label, { ...this.unit(label), project, folder });
    return this;
  }

  link(from: string, to: string, isLoaded = true): this {
    if (isLoaded) this.loaded.add(this.unit(to));
    const its = this.imports.get(this.unit(from)) ?? new Set();
    this.imports.set(this.unit(from), its.add(this.unit(to)));
    return this;
  }

  linkFiles(project: string, from: string, to: string): this {
    const key = `${project}/${from}`;
    this.#fileImports.set(key, (this.#fileImports.get(key) ?? new Set()).add(to));
    return this;
  }

  family(copies: readonly Written[], change: Partial<Family> = {}): this {
    const index = this.families.length + 1;
    const id = index.toString(16).padStart(20, '0');
    const occurrences = copies.map(({ project, path, name, lines = 30, facts, uses = [] }, at) => {
      const node = index * 100 + at;
      const start = index * 200;
      this.#files.add(`${project}/${path}`);
      this.#uses.set(node, new Set(uses));
      const known = {
        kind: 'function',
        nodes: 200,
        isExample: false,
        isData: false,
        bases: [],
        hasOwner: false,
        calls: [],
      } as const;
      this.#copies.set(node, { ...known, ...facts });
      return {
        node,
        node_id: `n_${node.toString(16).padStart(20, '0')}`,
        project,
        path,
        qualified_name: name,
        name: name.replace(/^.*\./, ''),
        start_line: start,
        end_line: start + lines - 1,
        sha256: '1'.repeat(64),
      };
    });
    this.families.push({
      family_id: `f_${id}`,
      fingerprint: id.padStart(64, '0'),
      group_ids: [`g_${id}`],
      language: 'typescript',
      kind: 'function-body',
      names: [copies[0]?.name ?? ''],
      complete: undefined,
      others: [],
      occurrences,
      evidence: 0,
      ...change,
    });
    return this;
  }

  facts(): LibraryFacts {
    return {
      unitOf: ({ project }) => this.unit(project),
      imports: this.imports,
      loaded: this.loaded,
      importsOf: ({ project, path }) => this.#fileImports.get(`${project}/${path}`) ?? new Set(),
      copyOf: (node) => this.#copies.get(node),
      externalsOf: ({ node }) => this.#uses.get(node) ?? new Set(),
      externalsIn: () => new Set(),
      namesakes: ({ name }) => this.namesakes.get(name) ?? 0,
      differencesOf: (its) => its.length,
      awaits: ({ node }) => this.#uses.get(node)?.has('await') ?? false,
      units: [...this.#units.values()],
      filesIn: (project, folder) =>
        [...this.#files].flatMap((file) => {
          const start = `${project}/${folder === '' ? '' : `${folder}/`}`;
          const name = file.slice(start.length);
          return file.startsWith(start) && !name.includes('/') ? [name] : [];
        }),
      linesOf: (language) => this.lines.get(language) ?? new Map(),
    };
  }

  plan(families = this.families) {
    const { libraries, skipped } = planLibraries(families, this.facts(), CONFIG, 50);
    return {
      libraries,
      targets: libraries.map(({ target }) => target),
      homes: libraries.map(({ library }) => library.home),
      reasons: skipped.map(({ reason }) => reason),
    };
  }
}

export const copies = (name: string, ...projects: string[]): Written[] =>
  projects.map((project) => ({ project, path: `src/${name}.ts`, name }));
