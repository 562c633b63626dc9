import { classOf, FILE_CLASSES, type FileClass } from '#scan/file-classes.ts';
import type { BlockRange, FileEntry, Group, Scan } from '#scan/model.ts';
import { FileCode } from './file-code.ts';
import { listedClass } from './finding-class.ts';
import { groupCode, type Occurrence, protocolNodes } from './group-code.ts';
import { CODE_CLASSES, type CodeClass, type GroupCode, type ListClass, withIdenticalParts } from './list-classes.ts';
import { occurrencesOf } from './list-order.ts';
import { isTestCallback } from './test-callback.ts';

/** Finds the class that puts a group apart. */
export class GroupClasses {
  readonly #includedCode: readonly CodeClass[];
  readonly #areTestsListed: boolean;
  readonly #classes: Map<string, FileClass>;
  readonly #declarations: Map<string, [path: string, index: number]>;
  readonly #files = new Map<string, FileEntry>();
  readonly #codes = new Map<string, FileCode>();
  readonly #identical: ReadonlySet<string>;

  /** @param include classes that are not apart */
  constructor(scan: Scan, include: readonly ListClass[] = []) {
    this.#includedCode = CODE_CLASSES.filter((it) => include.includes(it));
    this.#areTestsListed = include.includes('tests');
    this.#classes = excludedClasses(scan, include);
    this.#declarations = declarationsOfIds(scan);
    this.#identical = withIdenticalParts(scan.groups);
    for (const entry of scan.entries) if (entry.kind === 'file') this.#files.set(entry.path, entry);
  }

  of(group: Group): ListClass | undefined {
    const { occurrences, blocks } = group;
    const its =
      blocks?.map((block) => this.#classOfRange(block)) ??
      occurrences.map((id) => this.#classes.get(this.#declarations.get(id)?.[0] ?? ''));
    if (its.filter((it) => it === undefined).length < 2) {
      return FILE_CLASSES.toSorted((a, b) => count(its, b) - count(its, a))[0];
    }
    return listedClass(group, occurrencesOf(group), () => this.codeOf(group), this.#includedCode);
  }

  /** A callback of a test is a test in any file. */
  #classOfRange({ path, name, is_declaration }: BlockRange): FileClass | undefined {
    if (!this.#areTestsListed && !is_declaration && isTestCallback(name)) return 'tests';
    return this.#classes.get(path);
  }

  /** What is in its occurrences. */
  codeOf(group: Group): GroupCode | undefined {
    return groupCode(this.rangesOf(group), (path) => this.#codeOfFile(path), this.#identical.has(group.id));
  }

  /** Nodes of methods that a protocol calls, in the occurrence that has least of them. */
  protocolNodesOf(group: Group): number {
    return protocolNodes(this.rangesOf(group), (path) => this.#codeOfFile(path));
  }

  rangesOf({ occurrences, blocks }: Pick<Group, 'occurrences' | 'blocks'>): Occurrence[] {
    if (blocks === undefined) return occurrences.flatMap((id) => this.#declaration(id) ?? []);
    return blocks.flatMap((block) => {
      const { within = '', is_declaration } = block;
      return is_declaration
        ? (this.#declaration(within) ?? [])
        : { ...block, around: this.#declarations.get(within)?.[1] ?? -1 };
    });
  }

  #declaration(id: string): Occurrence | undefined {
    const [path = '', index = -1] = this.#declarations.get(id) ?? [];
    const its = this.#files.get(path)?.facts?.declarations[index];
    if (its === undefined) return undefined;
    const { start_line, end_line, start_byte, end_byte } = its;
    return { path, start_line, end_line, start_byte, end_byte, own: index, around: its.within };
  }

  #codeOfFile(path: string): FileCode | undefined {
    const facts = this.#files.get(path)?.facts;
    const code = this.#codes.get(path) ?? (facts && new FileCode(facts));
    if (code !== undefined) this.#codes.set(path, code);
    return code;
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
