import { classOf, FILE_CLASSES, type FileClass } from '#scan/file-classes.ts';
import { isSmall, type ListClass, mayBeFields, withoutFunctions } from '#scan/list-classes.ts';
import type { FileEntry, Group, Scan } from '#scan/model.ts';

/** Finds the class that puts a group apart. */
export class GroupClasses {
  readonly #include: readonly ListClass[];
  readonly #classes: Map<string, FileClass>;
  readonly #declarations: Map<string, [path: string, index: number]>;
  readonly #files = new Map<string, FileEntry>();
  /** By path, then by declaration. */
  readonly #withoutFunctions = new Map<string, boolean[]>();

  constructor(scan: Scan, include: readonly ListClass[]) {
    this.#include = include;
    this.#classes = excludedClasses(scan, include);
    this.#declarations = declarationsOfIds(scan);
    for (const entry of scan.entries) if (entry.kind === 'file') this.#files.set(entry.path, entry);
  }

  of(group: Group): ListClass | undefined {
    const { occurrences, blocks } = group;
    const paths = blocks?.map(({ path }) => path) ?? occurrences.map((id) => this.#declarations.get(id)?.[0] ?? '');
    const its = paths.map((path) => this.#classes.get(path));
    if (its.filter((it) => it === undefined).length < 2) {
      return FILE_CLASSES.toSorted((a, b) => count(its, b) - count(its, a))[0];
    }
    if (!this.#include.includes('small') && isSmall(group)) return 'small';
    if (!this.#include.includes('fields') && mayBeFields(group) && occurrences.every((id) => this.#hasOnlyFields(id))) {
      return 'fields';
    }
    return undefined;
  }

  #hasOnlyFields(id: string): boolean {
    const [path = '', index = 0] = this.#declarations.get(id) ?? [];
    let known = this.#withoutFunctions.get(path);
    if (known === undefined) {
      known = withoutFunctions(this.#files.get(path)?.facts?.declarations ?? []);
      this.#withoutFunctions.set(path, known);
    }
    return known[index] ?? false;
  }
}

function count(its: readonly (FileClass | undefined)[], wanted: FileClass): number {
  return its.filter((it) => it === wanted).length;
}

/** By path: the first class of the file that is not included. */
function excludedClasses({ entries }: Scan, include: readonly ListClass[]): Map<string, FileClass> {
  const excluded = FILE_CLASSES.filter((it) => !include.includes(it));
  const classes = new Map<string, FileClass>();
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    const own = classOf(entry, excluded);
    if (own !== undefined) classes.set(entry.path, own);
  }
  return classes;
}

/** File and number of the declarations in groups, by id. */
function declarationsOfIds({ groups, relations }: Scan): Map<string, [path: string, index: number]> {
  const wanted = new Set(groups.flatMap(({ occurrences }) => occurrences));
  const declarations = new Map<string, [path: string, index: number]>();
  for (const [path, { ids }] of relations) {
    for (const [index, id] of [...ids].entries()) if (wanted.has(id)) declarations.set(id, [path, index]);
  }
  return declarations;
}
