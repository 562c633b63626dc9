import type { DeclarationFacts } from '#parse/facts.ts';
import { classOf, FILE_CLASSES, type FileClass } from '#scan/file-classes.ts';
import { hasOnlyTypes, isMinor, type ListClass, mayBeFields, withIdenticalParts } from '#scan/list-classes.ts';
import type { BlockRange, FileEntry, Group, Scan } from '#scan/model.ts';
import type { FileRange } from './listed-ranges.ts';

/** Finds the class that puts a group apart. */
export class GroupClasses {
  readonly #include: readonly ListClass[];
  readonly #classes: Map<string, FileClass>;
  readonly #declarations: Map<string, [path: string, index: number]>;
  readonly #files = new Map<string, FileEntry>();
  readonly #identical: ReadonlySet<string>;

  constructor(scan: Scan, include: readonly ListClass[]) {
    this.#include = include;
    this.#classes = excludedClasses(scan, include);
    this.#declarations = declarationsOfIds(scan);
    this.#identical = withIdenticalParts(scan.groups);
    for (const entry of scan.entries) if (entry.kind === 'file') this.#files.set(entry.path, entry);
  }

  of(group: Group): ListClass | undefined {
    const { occurrences, blocks } = group;
    const paths = blocks?.map(({ path }) => path) ?? occurrences.map((id) => this.#declarations.get(id)?.[0] ?? '');
    const its = paths.map((path) => this.#classes.get(path));
    if (its.filter((it) => it === undefined).length < 2) {
      return FILE_CLASSES.toSorted((a, b) => count(its, b) - count(its, a))[0];
    }
    if (!this.#include.includes('small') && isMinor(group)) return 'small';
    const mayBe = !this.#include.includes('fields') && mayBeFields(group) && !this.#identical.has(group.id);
    if (mayBe && this.#isOfTypes(group)) return 'fields';
    return undefined;
  }

  rangesOf({ occurrences, blocks }: Group): readonly FileRange[] {
    return (
      blocks ??
      occurrences.flatMap((id) => {
        const [path = '', index = -1] = this.#declarations.get(id) ?? [];
        const own = this.#declarationsOf(path)[index];
        return own === undefined ? [] : [{ path, start_byte: own.start_byte, end_byte: own.end_byte }];
      })
    );
  }

  #isOfTypes({ occurrences, blocks }: Group): boolean {
    return blocks?.every((block) => this.#isBlockOfTypes(block)) ?? occurrences.every((id) => this.#isType(id));
  }

  #isBlockOfTypes(block: BlockRange): boolean {
    const [, around] = this.#declarations.get(block.within ?? '') ?? [];
    return hasOnlyTypes(this.#declarationsOf(block.path), block, around ?? -1);
  }

  #isType(id: string): boolean {
    const [path = '', index = -1] = this.#declarations.get(id) ?? [];
    const declarations = this.#declarationsOf(path);
    const own = declarations[index];
    return own !== undefined && hasOnlyTypes(declarations, own, -1);
  }

  #declarationsOf(path: string): readonly DeclarationFacts[] {
    return this.#files.get(path)?.facts?.declarations ?? [];
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

/** File and number of the declarations in groups and around blocks, by id. */
function declarationsOfIds({ groups, relations }: Scan): Map<string, [path: string, index: number]> {
  const within = groups.flatMap(({ blocks = [] }) => blocks.flatMap((it) => it.within ?? []));
  const wanted = new Set([...groups.flatMap(({ occurrences }) => occurrences), ...within]);
  const declarations = new Map<string, [path: string, index: number]>();
  for (const [path, { ids }] of relations) {
    for (const [index, id] of [...ids].entries()) if (wanted.has(id)) declarations.set(id, [path, index]);
  }
  return declarations;
}
