import { isComputed } from './computed-import.ts';
import type { ConnectedFiles } from './connected-files.ts';
import { type Effect, effectsOf, type LanguageEffects } from './effects.ts';
import { lastOf } from './name-glob.ts';
import { isListed, isStandard, type NamedValues } from './named-values.ts';
import { isUndeclared, leadsNowhere } from './own-namespaces.ts';
import { bindsOnly, type CodeFile, type CodeImport, isTypeOnly } from './project.ts';

/**
 * Where an object of an unknown type can come from. Its method has an effect only if a class of the project declares it so, if
 * the standard library has such a method (`members` of the table), or if a package that the connected files import has one.
 */
export class ObjectSources {
  readonly connected: ConnectedFiles;
  readonly #values: NamedValues;
  readonly #doubts = new Map<Effect, Map<readonly CodeFile[], string | undefined>>();
  readonly #functions = new Map<readonly CodeFile[], ReadonlyMap<string, readonly string[]>>();

  constructor(connected: ConnectedFiles, values: NamedValues) {
    this.connected = connected;
    this.#values = values;
  }

  connectedWith(file: CodeFile): readonly CodeFile[] {
    return this.connected.around(file);
  }

  /** The ids of the functions of connected files with a last name: a property of an object can hold each of them. */
  named(last: string, file: CodeFile): readonly string[] {
    const files = this.connected.around(file);
    const known = this.#functions.get(files) ?? functionsOf(files);
    this.#functions.set(files, known);
    return known.get(last) ?? [];
  }

  /** Why an object that comes to a file can have a method with an effect under a name that `members` does not list. */
  doubt(file: CodeFile, effect: Effect): string | undefined {
    const files = this.connected.around(file);
    const known = this.#doubts.get(effect) ?? new Map<readonly CodeFile[], string | undefined>();
    this.#doubts.set(effect, known);
    if (!known.has(files)) known.set(files, this.#searched(files, effect));
    return known.get(files);
  }

  #searched(files: readonly CodeFile[], effect: Effect): string | undefined {
    for (const file of files) {
      const table = effectsOf(file.language);
      if (table === undefined) return `${file.path}: no effects table for ${file.language}`;
      if (file.gap !== undefined) return `${file.path}: ${file.gap}`;
      if (this.#values.namesUnlisted(file, effect)) return `the names that ${file.path} uses are not known`;
      const from = [...file.imports, ...outerNames(file)].find((it) => mayBring(it, file, effect, table));
      if (from !== undefined) return `${file.path} imports ${from.specifier}`;
      for (const it of file.named ?? []) {
        if (it.kind !== 'reexport' && this.#values.canName(it.name, file, effect) && !this.#isModule(it.name, file)) {
          return `${file.path} names ${it.name}`;
        }
      }
    }
    return undefined;
  }

  /** Whether a name is a complete module, whose functions `members` lists. */
  #isModule(name: string, file: CodeFile): boolean {
    const imported = this.#values.bindingsOf(file).of(name);
    return imported.length > 0 && imported.every(({ from, name: its }) => isStandard(from) && its === from.specifier);
  }
}

/** Whether an import can bring objects of a class with methods that the table does not know. */
function mayBring(it: CodeImport, file: CodeFile, effect: Effect, table: LanguageEffects): boolean {
  if (it.path !== undefined || isTypeOnly(it) || it.phase === 'asset' || leadsNowhere(it, file)) return false;
  if (bindsOnly(it, table.texts)) return false;
  // A computed include of PHP loads classes, which the code names where it uses them.
  if (isComputed(it)) return file.language !== 'php';
  const { imports, without, maybe } = effect;
  const isImport = imports.matchesModule(it.specifier) && !without.matchesModule(it.specifier);
  const hasEffect = isImport || maybe.matchesModule(`${it.specifier}.x`);
  if (isStandard(it)) return false;
  const isOutside = it.state === 'external' || isUndeclared(it, file);
  return hasEffect || !isOutside || !isListed(it, it.specifier, table);
}

/** Names of classes that a file does not import, and that are not of its own namespace. */
function outerNames({ references, imports }: CodeFile): CodeImport[] {
  if (references.length === 0) return [];
  const bound = new Set(
    imports.flatMap(({ specifier, names }) => [
      lastOf(specifier.replaceAll('\\', '.')),
      ...names.map((it) => it.alias ?? it.name),
    ]),
  );
  return references.filter(({ specifier }) => !bound.has(specifier.split('\\', 1)[0] ?? ''));
}

function functionsOf(files: readonly CodeFile[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const { declarations } of files) {
    for (const { id, kind, qualifiedName } of declarations) {
      if (kind !== 'function' && kind !== 'method') continue;
      const last = lastOf(qualifiedName);
      byName.set(last, [...(byName.get(last) ?? []), id]);
    }
  }
  return byName;
}
