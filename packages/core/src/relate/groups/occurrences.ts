import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import type { GroupKind } from '#scan/model.ts';

/** The facts of one file with the ids of its declarations. */
export interface GroupedFile {
  ids: readonly string[];
  facts: Pick<FileFacts, 'declarations'>;
}

/** One function of the project. */
export interface Occurrence {
  /** Its number among all declarations, see `numberDeclarations`. */
  declaration: number;
  nodes: number;
  /** Its body's fingerprint. */
  body: string | undefined;
}

/** Functions with the same fingerprint of one kind: two or more. */
export interface Copies {
  kind: GroupKind;
  fingerprint: string;
  occurrences: Occurrence[];
}

/** Numbers the declarations of all files in order, from 0: the id of each, and the number of the one around it or -1. */
export function numberDeclarations(files: readonly GroupedFile[]): { ids: string[]; parents: number[] } {
  const numbered: { ids: string[]; parents: number[] } = { ids: [], parents: [] };
  for (const { ids, facts } of files) {
    const first = numbered.ids.length;
    for (const id of ids) numbered.ids.push(id);
    for (const { within } of facts.declarations) numbered.parents.push(within < 0 ? -1 : first + within);
  }
  return numbered;
}

/** All sets of functions of at least `minNodes` nodes each that share a fingerprint. */
export function findCopies(files: readonly GroupedFile[], minNodes: number): Copies[] {
  // Most functions have no copy: told by a sieve and counted before they cost a list.
  const bodies = new Repeated<Occurrence>();
  const shapes = new Repeated<Occurrence>();
  const functions: { declaration: number; facts: DeclarationFacts }[] = [];
  let number = 0;
  for (const { facts } of files) {
    for (const it of facts.declarations) {
      const declaration = number++;
      if (!isFunction(it) || it.nodes < minNodes) continue;
      bodies.sieve(it.function_body);
      shapes.sieve(it.function_shape);
      functions.push({ declaration, facts: it });
    }
  }
  const likely = functions.filter(({ facts }) => {
    return bodies.mayRepeat(facts.function_body) || shapes.mayRepeat(facts.function_shape);
  });
  for (const { facts } of likely) {
    bodies.count(facts.function_body);
    shapes.count(facts.function_shape);
  }
  for (const { declaration, facts } of likely) {
    const { function_body: body, function_shape: shape, nodes } = facts;
    const occurrence = { declaration, nodes, body };
    bodies.add(body, occurrence);
    shapes.add(shape, occurrence);
  }
  return [...copiesIn(bodies, 'function-body'), ...copiesIn(shapes, 'function-shape')];
}

function isFunction({ kind }: DeclarationFacts): boolean {
  return kind === 'function' || kind === 'method';
}

function copiesIn(found: Repeated<Occurrence>, kind: GroupKind): Copies[] {
  return Array.from(found.lists, ([fingerprint, occurrences]) => ({ kind, fingerprint, occurrences }));
}

/** Bits of a fingerprint by which those that occur once are told before they cost an entry in a set. */
const SIEVE_DIGITS = 5;
const SIEVE_SIZE = 16 ** SIEVE_DIGITS;
const [ONCE, REPEATED] = [1, 2];

/** Lists of items by those keys that occur more than once: all are sieved, those that may repeat are counted, then added. */
class Repeated<Item> {
  readonly lists = new Map<string, Item[]>();
  readonly #sieve = new Uint8Array(SIEVE_SIZE);
  readonly #once = new Set<string>();

  sieve(key: string | undefined): void {
    if (key === undefined) return;
    const place = placeInSieve(key);
    this.#sieve[place] = this.#sieve[place] === 0 ? ONCE : REPEATED;
  }

  count(key: string | undefined): void {
    if (key === undefined) return;
    if (this.#once.has(key)) this.lists.set(key, []);
    else this.#once.add(key);
  }

  add(key: string | undefined, item: Item): void {
    if (key !== undefined) this.lists.get(key)?.push(item);
  }

  /** Once all are sieved: whether it may be there more than once. */
  mayRepeat(key: string | undefined): boolean {
    return key !== undefined && this.#sieve[placeInSieve(key)] === REPEATED;
  }
}

/** The first digits of 64 hex; any other text has a place too. */
function placeInSieve(key: string): number {
  let place = 0;
  for (let at = 0; at < SIEVE_DIGITS; at++) {
    const code = key.charCodeAt(at);
    place = (place << 4) | ((code < 58 ? code : code + 9) & 15);
  }
  return place;
}
