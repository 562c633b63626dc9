import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import type { GroupKind } from '../model.ts';

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
  /** Fingerprint of its body. */
  body: string | undefined;
}

/** Two or more functions with the same fingerprint of one kind. */
export interface Copies {
  kind: GroupKind;
  fingerprint: string;
  occurrences: Occurrence[];
}

/** Numbers the declarations of all files in order, from 0: the id of each, and the number of its enclosing one or -1. */
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
  // Most functions are unique: a filter and a count exclude them before a list is allocated.
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

/** Bits of a fingerprint that index the filter, which excludes most unique fingerprints from the set. */
const SIEVE_DIGITS = 5;
const SIEVE_SIZE = 16 ** SIEVE_DIGITS;
const [ONCE, REPEATED] = [1, 2];

/** Lists of items by keys that occur more than once. Pass 1 filters, pass 2 counts possible repeats, pass 3 adds. */
class Repeated<Item> {
  readonly lists = new Map<string, Item[]>();
  readonly #filter = new Uint8Array(SIEVE_SIZE);
  readonly #once = new Set<string>();

  sieve(key: string | undefined): void {
    if (key === undefined) return;
    const index = filterIndex(key);
    this.#filter[index] = this.#filter[index] === 0 ? ONCE : REPEATED;
  }

  count(key: string | undefined): void {
    if (key === undefined) return;
    if (this.#once.has(key)) this.lists.set(key, []);
    else this.#once.add(key);
  }

  add(key: string | undefined, item: Item): void {
    if (key !== undefined) this.lists.get(key)?.push(item);
  }

  /** After pass 1: whether a key can occur more than once. */
  mayRepeat(key: string | undefined): boolean {
    return key !== undefined && this.#filter[filterIndex(key)] === REPEATED;
  }
}

/** A filter index from the first hex digits; any other string has an index too. */
function filterIndex(key: string): number {
  let index = 0;
  for (let at = 0; at < SIEVE_DIGITS; at++) {
    const code = key.charCodeAt(at);
    index = (index << 4) | ((code < 58 ? code : code + 9) & 15);
  }
  return index;
}
