import type { ElsewhereFinding } from '@analyzer/core/check/model.ts';
import type { MissedEdit } from '@analyzer/core/missed/model.ts';
import type { ContractNote } from '@analyzer/core/review/model.ts';
import type { LocatedCopy, LocatedFamily } from '@analyzer/core/session/located.ts';
import type { Copy, CopyFamily } from '@analyzer/core/session/model.ts';
import type { Location, Position, Range } from 'vscode-languageserver/node';
import type { DocumentText } from './document-text.ts';
import { untitledUri } from './untitled.ts';

/** What is known about an open file. */
export interface FileView {
  /** Relative to the project. */
  path: string;
  language: string;
  text: Pick<DocumentText, 'version' | 'lines' | 'rangeOf' | 'rangeOfCopy' | 'indentOf' | 'byteAt'>;
  families: readonly LocatedFamily[];
  /** Cycles through the file that did not exist when the server started. */
  cycles: readonly { example: readonly string[] /** 1-based, of an import that is part of it. */; line: number }[];
  /** Problems of contracts in the file, as it was saved. */
  contracts: readonly ContractNote[];
  /** Edits of the file, as it was saved, that copies lack. */
  edits: readonly MissedEdit[];
  /** New declarations of the file, as it was saved, that another project has. */
  elsewhere: readonly ElsewhereFinding[];
  uriOf: (path: string) => string;
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
  family: LocatedFamily;
  copy: LocatedCopy;
}

/** The copies in the file, by position; of copies of the same code the one that leads its family, else the first. */
export function copiesIn(view: FileView): Found[] {
  const found = new Map<string, Found>();
  for (const its of allIn(view)) {
    const place = placeText(its.copy);
    if (!found.has(place) || its.copy === its.family.copies[0]) found.set(place, its);
  }
  return [...found.values()].sort(byStart);
}

function byStart({ copy: a }: Found, { copy: b }: Found): number {
  return a.start_line - b.start_line || a.start_byte - b.start_byte;
}

/** The same for copies with the same lines, but not for declarations that share a line. */
function placeText({ start_line, end_line, start_byte }: LocatedCopy): string {
  return start_line === end_line ? `${start_line} ${start_byte}` : `${start_line}-${end_line}`;
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

/** The places of copies in the file, by position: a copy in another one that has at least half of its lines is part of that one. */
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
  return places.all.toSorted(byStart);
}

/** Places by their first lines, so that the work does not grow with the number of places times that of copies. */
class PlacesByLine {
  readonly all: FoundPlace[] = [];
  /** The numbers of the places that start there. */
  readonly #starting = new Map<number, number[]>();

  add(place: FoundPlace): void {
    const line = place.copy.start_line;
    const starting = this.#starting.get(line);
    if (starting === undefined) this.#starting.set(line, [this.all.length]);
    else starting.push(this.all.length);
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
  readonly #numbers = new Map<LocatedFamily, number>();
  /** By the numbers of the families. */
  readonly #joined = new Map<string, ReadonlyMap<string, LocatedCopy>>();

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

  #numberOf(family: LocatedFamily): number {
    const number = this.#numbers.get(family) ?? this.#numbers.size;
    this.#numbers.set(family, number);
    return number;
  }
}

/** By location. */
function joinedCopies(families: readonly LocatedFamily[]): Map<string, LocatedCopy> {
  const joined = new Map<string, LocatedCopy>();
  for (const copy of families.flatMap(({ copies }) => copies)) {
    const location = locationText(copy);
    if (!joined.has(location)) joined.set(location, copy);
  }
  return joined;
}

function locationText(copy: LocatedCopy): string {
  return `${copy.path}:${placeText(copy)}`;
}

function isIn({ copy }: Found, { copy: around }: Found): boolean {
  if (copy.start_line === copy.end_line && copy.start_line === around.start_line && copy.end_line === around.end_line) {
    return copy.start_byte < around.end_byte && around.start_byte < copy.end_byte;
  }
  return around.start_line <= copy.start_line && copy.end_line <= around.end_line;
}

function linesOf({ copy }: Found): number {
  return copy.end_line - copy.start_line + 1;
}

/** The innermost copy at a position, else at its line. */
export function copyAt(view: FileView, position: Position): Found | undefined {
  const line = position.line + 1;
  const inLine = copiesIn(view).filter(({ copy }) => copy.start_line <= line && line <= copy.end_line);
  if (inLine.length < 2) return inLine[0];
  const byte = view.text.byteAt(position);
  return inLine.findLast(({ copy }) => copy.start_byte <= byte && byte <= copy.end_byte) ?? inLine.at(-1);
}

/** A copy in the text of the editor. */
export function rangeOfFound({ copy, family }: Found, view: FileView): Range {
  const isBlock = family.kind === 'block' || family.kind === 'block-shape';
  return view.text.rangeOfCopy(copy, !isBlock && family.isOfCallbacks !== true);
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
  const place = `${untitledUri(path) ?? path}:${start_line}`;
  return name === '' ? place : `${name} in ${place}`;
}

export function locationOf({ path, start_line, end_line }: Omit<Copy, 'name'>, view: FileView): Location {
  return { uri: view.uriOf(path), range: completeLines(start_line, end_line) };
}

/** 1-based, inclusive. */
export function completeLines(start: number, end: number): Range {
  return { start: { line: start - 1, character: 0 }, end: { line: end, character: 0 } };
}
