import { digestOf } from '../plan/digest.ts';
import type { Family, FamilyOccurrence, Plan, PlanConfig } from '../plan/model.ts';
import { DEFAULT_OPTIONS } from '../plan/options.ts';
import { assemble } from '../plan/plan.ts';
import { Routing } from '../plan/routing.ts';
import type { CurrentCopies } from '../rebase/current-copies.ts';
import type { Reconfiguration } from '../rebase/reconfigured.ts';
import { type ProjectStore, sha256 } from './memory-files-fixture.ts';

export const PROJECTS = ['billing', 'shop'] as const;
export const FUNCTIONS = ['parsePrice', 'roundTo'] as const;
export type Project = (typeof PROJECTS)[number];
export type FunctionName = (typeof FUNCTIONS)[number];

/** What a task depends on. */
interface Code {
  version: number;
  /** The module of its helper. */
  helper: number;
  /** Number of callers. */
  callers: number;
}

/** What no task depends on. */
interface Surroundings {
  comment: number;
  /** Lines of other functions before it. */
  position: number;
  /** The version of another function in the file. */
  other: number;
}

export type Edit = keyof Code | keyof Surroundings;

export function isCode(edit: Edit): edit is keyof Code {
  return edit === 'version' || edit === 'helper' || edit === 'callers';
}

const CONFIG: PlanConfig = {
  schema: 'analyzer.extraction-config.v1',
  coordinator: 'shop',
  new_package_project: 'shop',
  new_package_directory: 'packages',
  planning: 'families',
  queue: 'analyzer',
  packages: [],
  routes: [],
  repositories: PROJECTS.map((project) => ({ project, remote: '' })),
};

export function functionText(name: string, version: number): string {
  return `export function ${name}(value, digits) {
  const factor = 10 ** digits;
  const rounded = Math.round(value * factor + ${version}) / factor;
  return Number.isFinite(rounded) ? help(rounded) : 0;
}
`;
}

/** Two projects with copies of two functions, and plans of them. */
export class Workspace {
  readonly files: ReadonlyMap<Project, ProjectStore>;
  readonly #copies = new Map<string, Code & Surroundings>();
  /** Names of packages that were configured, by function. */
  readonly #names = new Map<FunctionName, string>();

  constructor(storeOf: (project: Project) => ProjectStore) {
    this.files = new Map(PROJECTS.map((project) => [project, storeOf(project)]));
    for (const project of PROJECTS) for (const name of FUNCTIONS) this.#write(project, name);
  }

  filesOf(project: string): ProjectStore {
    const found = [...this.files].find(([name]) => name === project);
    if (found === undefined) throw new RangeError(`no project ${project}`);
    return found[1];
  }

  edit(project: Project, name: FunctionName, edit: Edit, value: number): void {
    this.#copyOf(project, name)[edit] = value;
    this.#write(project, name);
  }

  version(project: Project, name: FunctionName): number {
    return this.#copyOf(project, name).version;
  }

  /** Gives the package of a function another name. */
  configure(name: FunctionName, value: number): void {
    this.#names.set(name, `@shop/${name.toLowerCase()}-${value}`);
  }

  /** The name of a function's package; empty as long as it is not configured. */
  packageName(name: FunctionName): string {
    return this.#names.get(name) ?? '';
  }

  /** Of the next plan or rebase. */
  get config(): PlanConfig {
    const packages = FUNCTIONS.flatMap((name, index): PlanConfig['packages'] => {
      const configured = this.#names.get(name);
      if (configured === undefined) return [];
      const id = `shared-javascript-${String(index + 1).repeat(10)}`;
      const path = `packages/${id}`;
      return [{ id, name: configured, project: 'shop', path, language: 'javascript', kind: 'package' }];
    });
    const routes = FUNCTIONS.flatMap((name, index) => {
      const id = `shared-javascript-${String(index + 1).repeat(10)}`;
      return this.#names.has(name) ? [{ package_id: id, symbol_glob: name }] : [];
    });
    return { ...CONFIG, packages, routes };
  }

  /** What a rebase reads of another configuration. */
  async reconfiguration(): Promise<Reconfiguration> {
    const { config } = this;
    const routing = new Routing(config);
    const families = await Promise.all(FUNCTIONS.map((name, index) => this.#family(name, index)));
    return { config, routed: families.map((family) => ({ family, target: routing.targetOf(family) })) };
  }

  /** All that the tasks of a function's package depend on, independent of the digests of plans. */
  codeOf(name: FunctionName): string {
    return PROJECTS.map((project) => {
      const { version, helper, callers } = this.#copyOf(project, name);
      return `${version} ${helper} ${callers}`;
    }).join(', ');
  }

  async plan(): Promise<Plan> {
    const families = await Promise.all(FUNCTIONS.map((name, index) => this.#family(name, index)));
    return assemble(sha256(JSON.stringify(families)), {
      config: this.config,
      options: DEFAULT_OPTIONS,
      routing: new Routing(this.config),
      read: { families, skipped: new Map() },
    });
  }

  /** What a rebase reads of the sources. */
  async current(): Promise<CurrentCopies> {
    const families = await Promise.all(FUNCTIONS.map((name, index) => this.#family(name, index)));
    return {
      snapshotId: sha256(JSON.stringify(families)),
      familyOf: (id) => families.find(({ family_id: its }) => its === id),
      related: (copies) => [...copies],
      copyOf: ({ project, qualified_name: name }, { family_id: id }) => {
        const family = families.find(({ family_id: its }) => its === id);
        return family?.occurrences.find((one) => one.project === project && one.qualified_name === name);
      },
    };
  }

  /** The code of a function, without its imports and callers. */
  versionsOf(name: FunctionName): string {
    return PROJECTS.map((project) => this.#copyOf(project, name).version).join();
  }

  async #family(name: FunctionName, index: number): Promise<Family> {
    const id = String(index + 1).repeat(20);
    return {
      family_id: `f_${id}`,
      fingerprint: String(index + 1).repeat(64),
      group_ids: [`g_${id}`],
      language: 'javascript',
      kind: 'function-body',
      names: [name],
      complete: undefined,
      others: [],
      occurrences: await Promise.all(PROJECTS.map((project) => this.#occurrence(project, name))),
      evidence: 0,
    };
  }

  async #occurrence(project: Project, name: FunctionName): Promise<FamilyOccurrence> {
    const path = pathOf(name);
    const { results } = this.filesOf(project);
    const [parsed, file] = [await results.parse(path), await results.check(path, Number.MAX_SAFE_INTEGER)];
    const found = 'facts' in parsed ? parsed.facts.declarations.find((one) => one.qualified_name === name) : undefined;
    if (found?.function_body === undefined || 'problem' in file) throw new Error(`no function ${name} in ${project}`);
    const { helper, callers } = this.#copyOf(project, name);
    const node = PROJECTS.indexOf(project) * FUNCTIONS.length + FUNCTIONS.indexOf(name) + 1;
    return {
      node_id: `n_${String(node).padStart(20, '0')}`,
      project,
      path,
      qualified_name: name,
      start_line: found.start_line,
      end_line: found.end_line,
      sha256: file.sha256,
      digest: found.function_body,
      links: digestOf({ imports: [`./helper${helper}.js help`], callers }),
      name,
      node,
    };
  }

  #copyOf(project: Project, name: FunctionName): Code & Surroundings {
    const key = `${project} ${name}`;
    const found = this.#copies.get(key) ?? { version: 0, helper: 0, callers: 0, comment: 0, position: 0, other: 0 };
    this.#copies.set(key, found);
    return found;
  }

  #write(project: Project, name: FunctionName): void {
    const { version, helper, comment, position, other } = this.#copyOf(project, name);
    const text = [
      `// Comment ${comment}.`,
      `import { help } from './helper${helper}.js';`,
      ...Array.from({ length: position }, (_, index) => `export const before${index} = ${index};`),
      functionText(name, version),
      `export function other(value) {\n  return value + ${other};\n}\n`,
    ].join('\n');
    this.filesOf(project).edit(pathOf(name), text);
  }
}

function pathOf(name: string): string {
  return `src/${name}.js`;
}
