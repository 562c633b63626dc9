import { Autoload } from '#relate/imports/php/autoload.ts';
import type { ImportRule } from '#relate/imports/rules.ts';
import { inFolder } from '#relate/paths.ts';
import { Settings } from '#relate/settings/settings.ts';
import { codeOf, hasClass, NODE_KINDS } from '../../codes.ts';
import type { Statements } from '../../sqlite/statements.ts';
import type { IndexedPackage } from './indexed-packages.ts';
import { type CrossLink, type Linker, linkTo, type UnlinkedImport } from './unlinked-import.ts';

interface Declaring {
  project: number;
  file: number;
  path: string;
  isFunction: boolean;
}

const RULE = 'index-class' satisfies ImportRule;

const KINDS = (['class', 'interface', 'trait', 'enum', 'function'] as const).map((it) => codeOf(NODE_KINDS, it));

/** Classes and functions at the top level of PHP files. */
const DECLARED = `
  SELECT
    node.project_id, file_id, path, kind, coalesce(qualifier.text, '') || name.text AS full_name
  FROM node JOIN language ON language.id = language_id AND language.name = 'php' JOIN file ON file.id = file_id
  JOIN name ON name.id = name_id LEFT JOIN name AS qualifier ON qualifier.id = qualifier_id
  WHERE parent_id = file_id AND kind IN (${KINDS}) AND NOT ${hasClass('classes', 'test')}
  ORDER BY node.id`;

/** Links PHP classes and functions that the Composer packages of other projects autoload. */
export class ComposerClasses implements Linker {
  readonly #autoload = new Map<number, Autoload>();
  readonly #statements: Statements;
  /** By full name in lower case; read when first needed. */
  #declared: ReadonlyMap<string, Declaring[]> | undefined;

  constructor(statements: Statements, packages: Iterable<IndexedPackage>) {
    this.#statements = statements;
    const files = new Map<number, Map<string, { text: string }>>();
    for (const { project, folder, entries } of packages) {
      const its = files.get(project) ?? new Map<string, { text: string }>();
      files.set(project, its.set(inFolder(folder, 'composer.json'), { text: entries }));
    }
    for (const [project, its] of files) this.#autoload.set(project, new Autoload(new Settings(its)));
  }

  link({ target, project, reference, names }: UnlinkedImport): CrossLink[] {
    if (this.#autoload.size === 0) return [];
    this.#declared ??= this.#read();
    const same = this.#declared.get(lower(target)) ?? [];
    const byProject = new Map<number, Map<string, number>>();
    for (const its of same) {
      if (its.project === project || (reference && its.isFunction)) continue;
      const paths = byProject.get(its.project) ?? new Map<string, number>();
      byProject.set(its.project, paths.set(its.path, its.file));
    }
    const found = [...byProject].flatMap(([other, paths]) => this.#loaded(other, target, paths));
    return found.length === 0 ? [] : [linkTo(found, RULE, names)];
  }

  /** Of the files that declare a name, those that the package of a project loads by the first rule that applies. */
  #loaded(project: number, target: string, paths: ReadonlyMap<string, number>): number[] {
    const choices = this.#autoload.get(project)?.choices(target, [...paths.keys()]) ?? [];
    const [, found = []] = choices.find(([, its]) => its.length > 0) ?? [];
    return found.flatMap((path) => paths.get(path) ?? []);
  }

  #read(): Map<string, Declaring[]> {
    const declared = new Map<string, Declaring[]>();
    for (const row of this.#statements.iterate(DECLARED, [], (it) => ({
      name: it.text('full_name'),
      project: it.integer('project_id'),
      file: it.integer('file_id'),
      path: it.text('path'),
      isFunction: it.integer('kind') === FUNCTION,
    }))) {
      const { name, ...its } = row;
      if (!this.#autoload.has(its.project)) continue;
      const same = declared.get(lower(name));
      if (same === undefined) declared.set(lower(name), [its]);
      else same.push(its);
    }
    return declared;
  }
}

const FUNCTION = codeOf(NODE_KINDS, 'function');

function lower(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
