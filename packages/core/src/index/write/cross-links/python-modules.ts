import { type PythonBindings, PythonImports } from '#relate/imports/python.ts';
import type { ImportRule } from '#relate/imports/rules.ts';
import { LeftOut } from '#relate/left-out.ts';
import { follow } from '#relate/paths.ts';
import { at, texts } from '#relate/settings/json.ts';
import type { Statements } from '../../sqlite/statements.ts';
import type { IndexedFiles } from './indexed-files.ts';
import type { IndexedPackage } from './indexed-packages.ts';
import { isInstalled } from './installed-modules.ts';
import { type CrossLink, type Linker, linkTo, type UnlinkedImport } from './unlinked-import.ts';

interface Distribution {
  project: number;
  /** Below which its modules are found. */
  roots: string[];
  imports: PythonImports;
}

type Name = PythonBindings['imports'][number]['names'][number];

const RULE = 'index-module' satisfies ImportRule;

const FILE = 'SELECT id, last_node_id FROM file WHERE id = ?';
const DECLARED = `
  SELECT text FROM node JOIN name ON name.id = name_id WHERE node.id BETWEEN ? AND ? AND parent_id = file_id`;
const IMPORTED = 'SELECT specifier, names FROM import WHERE file_id = ? ORDER BY seq';

/** Links Python imports of modules in the distributions of other projects. */
export class PythonModules implements Linker {
  readonly #statements: Statements;
  readonly #files: IndexedFiles;
  readonly #distributions: readonly Distribution[];
  /** The distributions with a module or package, by the first segment of its name. */
  readonly #withTop = new Map<string, readonly Distribution[]>();

  constructor(statements: Statements, files: IndexedFiles, packages: Iterable<IndexedPackage>) {
    this.#statements = statements;
    this.#files = files;
    this.#distributions = [...packages].map(({ project, folder, manifest }) => {
      const roots = texts(at(manifest, 'folders')).flatMap((it) => follow(folder, it) ?? []);
      const shown = { shared: roots, own: () => [] };
      const imports = new PythonImports(files.of(project).files, new LeftOut(), shown, (path) =>
        this.#bindings(project, path),
      );
      return { project, roots, imports };
    });
  }

  link({ target, project, names }: UnlinkedImport): CrossLink[] {
    if (target.startsWith('.')) return [];
    const distributions = this.#having(target.split('.', 1)[0] ?? '').filter((it) => it.project !== project);
    if (distributions.length === 0) return [];
    const written: Name[] = names === null ? [] : JSON.parse(names);
    const links = new Map<string, { names: Name[]; targets: number[] }>();
    for (const name of written.length === 0 ? [undefined] : written) {
      const found = distributions.flatMap((it) => this.#search(it, target, name === undefined ? [] : [name]));
      const same = links.get(found.join());
      if (same !== undefined && name !== undefined) same.names.push(name);
      else links.set(found.join(), { names: name === undefined ? [] : [name], targets: found });
    }
    // A name that no distribution has leaves the import where it is.
    if (links.has('')) return [];
    return Array.from(links.values(), (its) =>
      linkTo(its.targets, RULE, its.names.length === 0 ? null : JSON.stringify(its.names)),
    );
  }

  #search({ project, imports }: Distribution, target: string, names: Name[]): number[] {
    return imports
      .resolveTargets('', { target, names, phase: 'load' })
      .flatMap(({ destination: { path, candidates = [] } }) => {
        return this.#files.nodes(project, path === undefined ? candidates : [path]);
      });
  }

  #having(top: string): readonly Distribution[] {
    let found = this.#withTop.get(top);
    if (found === undefined) {
      found = this.#distributions.filter(({ project, roots }) =>
        roots.some((root) => isInstalled(this.#files.of(project).files, root, top)),
      );
      this.#withTop.set(top, found);
    }
    return found;
  }

  #bindings(project: number, path: string): PythonBindings | undefined {
    const [id] = this.#files.nodes(project, [path]);
    if (id === undefined) return undefined;
    const last = this.#statements.first(FILE, [id], (row) => row.integer('last_node_id')) ?? id;
    const declarations = this.#statements.all(DECLARED, [id + 1, last], (row) => ({
      name: row.text('text'),
      within: -1,
    }));
    const imports = this.#statements.all(IMPORTED, [id], (row) => ({
      target: row.text('specifier'),
      names: JSON.parse(row.optionalText('names') ?? '[]'),
    }));
    return { declarations, imports };
  }
}
