import type { ElsewhereFinding } from '@analyzer/core/check/model.ts';
import type { MissedEdit } from '@analyzer/core/missed/model.ts';
import type { ContractNote } from '@analyzer/core/review/model.ts';
import type { Copy, CopyFamily } from '@analyzer/core/session/model.ts';
import type { Location, Range } from 'vscode-languageserver/node';

/** What is known about an open file. */
export interface FileView {
  /** Relative to the project. */
  path: string;
  language: string;
  /** Of the text. */
  version: number;
  /** Number of lines of the text. */
  lines: number;
  families: readonly CopyFamily[];
  /** Cycles through the file that did not exist when the server started. */
  cycles: readonly { example: readonly string[] /** 1-based, of an import that is part of it. */; line: number }[];
  /** Problems of contracts in the file, as it was saved. */
  contracts: readonly ContractNote[];
  /** Edits of the file, as it was saved, that copies lack. */
  edits: readonly MissedEdit[];
  /** New declarations of the file, as it was saved, that another project has. */
  elsewhere: readonly ElsewhereFinding[];
  uriOf: (path: string) => string;
  /** The text of a line, without indentation; 1-based. */
  rangeOf: (line: number) => Range;
  /** The blanks before a line, 1-based. */
  indentOf: (line: number) => string;
}

/** Maximum number of locations in one diagnostic, code lens or hover. */
export const SHOWN = 20;
/** Maximum number of copies with a diagnostic and a code lens in a file, and of the locations in all these diagnostics. */
export const SHOWN_IN_FILE = 300;

export const KINDS: Readonly<Record<CopyFamily['kind'], string>> = {
  'function-body': 'identical',
  'function-shape': 'identical up to renaming',
  near: 'similar',
  block: 'identical block',
  'block-shape': 'block, identical up to renaming',
};

/** A copy in a file, and its family. */
export interface Found {
  family: CopyFamily;
  copy: Copy;
}

/** The copies in the file, by line; of copies with the same lines the one that leads its family, else the first. */
export function copiesIn(view: FileView): Found[] {
  const found = new Map<string, Found>();
  for (const its of allIn(view)) {
    const lines = linesText(its.copy);
    if (!found.has(lines) || its.copy === its.family.copies[0]) found.set(lines, its);
  }
  return [...found.values()].sort((a, b) => a.copy.start_line - b.copy.start_line);
}

function allIn({ path, families }: FileView): Found[] {
  return families.flatMap((family) =>
    family.copies.filter((copy) => copy.path === path).map((copy) => ({ family, copy })),
  );
}

/** A copy with the copies in it that are most of its lines: one place for a reader. */
export interface FoundPlace extends Found {
  also: Found[];
}

/** The places of copies in the file, by line: a copy in another one that has at least half of its lines is part of that one. */
export function placesIn(view: FileView): FoundPlace[] {
  const leading = new Map(copiesIn(view).map((it) => [it.copy, it] as const));
  const isLeading = ({ copy, family }: Found) => leading.get(copy)?.family === family;
  const places = new PlacesByLine();
  // Of copies with the same lines the leading one is first.
  const bySize = allIn(view).sort((a, b) => linesOf(b) - linesOf(a) || Number(isLeading(b)) - Number(isLeading(a)));
  for (const found of bySize) {
    const place = places.around(found);
    if (place === undefined) places.add({ ...found, also: [] });
    else place.also.push(found);
  }
  return places.all.toSorted((a, b) => a.copy.start_line - b.copy.start_line);
}

/** Places by their first lines, so that the work does not grow with the number of places times that of copies. */
class PlacesByLine {
  readonly all: FoundPlace[] = [];
  /** The numbers of the places that start there. */
  readonly #starting = new Map<number, number[]>();

  add(place: FoundPlace): void {
    const line = place.copy.start_line;
    this.#starting.set(line, [...(this.#starting.get(line) ?? []), this.all.length]);
    this.all.push(place);
  }

  /** The first place of which a copy is at least half of the lines. */
  around(found: Found): FoundPlace | undefined {
    const size = linesOf(found);
    let first = this.all.length;
    // A place that starts farther above is more than twice as long.
    for (let line = found.copy.start_line - size; line <= found.copy.start_line; line++) {
      for (const number of this.#starting.get(line) ?? []) {
        const place = this.all[number];
        if (number < first && place !== undefined && isIn(found, place) && 2 * size >= linesOf(place)) first = number;
      }
    }
    return this.all[first];
  }
}

/**
 * Names the other copies of all groups at the places of a file, each location once; those of the first group are first. Places
 * of the same groups share one list, so that the work does not grow with the places times their copies.
 */
export class OtherCopies {
  /** By family: a number for each, in the order of their first use. */
  readonly #numbers = new Map<CopyFamily, number>();
  /** By the numbers of the families. */
  readonly #joined = new Map<string, ReadonlyMap<string, Copy>>();

  /**
   * @param limit maximum number of copies
   * @returns also the number of all
   */
  at({ family, copy, also }: FoundPlace, limit: number): { first: Copy[]; count: number } {
    const families = [...new Set([family, ...also.map((it) => it.family)])];
    const key = families.map((it) => this.#numberOf(it)).join();
    const joined = this.#joined.get(key) ?? joinedCopies(families);
    this.#joined.set(key, joined);
    const own = new Set([copy, ...also.map((it) => it.copy)].map(locationText));
    const first: Copy[] = [];
    for (const [location, its] of joined) {
      if (first.length >= limit) break;
      if (!own.has(location)) first.push(its);
    }
    return { first, count: joined.size - own.size };
  }

  #numberOf(family: CopyFamily): number {
    const number = this.#numbers.get(family) ?? this.#numbers.size;
    this.#numbers.set(family, number);
    return number;
  }
}

/** By location. */
function joinedCopies(families: readonly CopyFamily[]): Map<string, Copy> {
  const joined = new Map<string, Copy>();
  for (const copy of families.flatMap(({ copies }) => copies)) {
    const location = locationText(copy);
    if (!joined.has(location)) joined.set(location, copy);
  }
  return joined;
}

function locationText(copy: Copy): string {
  return `${copy.path}:${linesText(copy)}`;
}

function linesText({ start_line, end_line }: Copy): string {
  return `${start_line}-${end_line}`;
}

function isIn({ copy }: Found, { copy: around }: Found): boolean {
  return around.start_line <= copy.start_line && copy.end_line <= around.end_line;
}

function linesOf({ copy }: Found): number {
  return copy.end_line - copy.start_line + 1;
}

/** The innermost copy at a line, 0-based. */
export function copyAt(view: FileView, line: number): Found | undefined {
  return copiesIn(view).findLast(({ copy }) => copy.start_line <= line + 1 && line + 1 <= copy.end_line);
}

/** Number of other copies. */
export function othersIn({ family }: Found): number {
  return family.copies.length - 1;
}

/** The first of the other copies. */
export function othersOf({ family, copy }: Found, limit = family.copies.length): Copy[] {
  return family.copies
    .slice(0, limit + 1)
    .filter((it) => it !== copy)
    .slice(0, limit);
}

export function likenessOf({ similarity }: Copy): string {
  return similarity === undefined ? '' : `, ${Math.floor(similarity / 10)} % similar`;
}

export function titleOf({ name, path, start_line }: Copy): string {
  return name === '' ? `${path}:${start_line}` : `${name} in ${path}:${start_line}`;
}

export function locationOf({ path, start_line, end_line }: Omit<Copy, 'name'>, view: FileView): Location {
  return { uri: view.uriOf(path), range: completeLines(start_line, end_line) };
}

/** 1-based, inclusive. */
export function completeLines(start: number, end: number): Range {
  return { start: { line: start - 1, character: 0 }, end: { line: end, character: 0 } };
}
