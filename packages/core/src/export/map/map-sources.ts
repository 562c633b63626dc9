import { type MapExcerpts, type MapSources, type MapTokens, ROLE_LETTERS } from '@analyzer/contracts/pages/map';
import { codeOf, NODE_KINDS } from '#index/codes.ts';
import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import type { Quote, QuoteRequest } from '#scan/quote.ts';
import { LongMembers } from './long-members.ts';
import { type Excerpt, type PickedBlock, quoteBlock } from './map-blocks.ts';
import type { PickedGroup } from './map-groups.ts';
import type { MapIndices } from './map-indices.ts';
import { tokenColumns } from './token-columns.ts';

interface Copy {
  text: string;
  tokens: MapTokens | null;
}

/** Without drafts. */
type ReadSources = Omit<MapSources, 'drafts'>;

type Missing = MapSources['missing']['reason'][number];

const FUNCTION_KINDS: ReadonlySet<number> = new Set(['function', 'method'].map((name) => codeOf(NODE_KINDS, name)));

const LOCATION = `
  SELECT kind, project, path, qualified_name, language, start_line, end_line, start_byte, end_byte, sha256
  FROM described_node WHERE id = ?`;

/** Bytes of a declaration, or characters of a block, from which it may be too long for a quote without a limit of its own. */
const LONG = 16_000;
/** Of one declaration or block, in Unicode scalar values. */
const LONGEST = 400_000;
/** Copies of a group that its page shows first. */
const FIRST_COPIES = 2;

interface Space {
  /** Maximum to add to the map. */
  bytes: number;
  /** Maximum of these for the declarations and blocks of more characters than others may have. */
  long: number;
  /** A part of the data as it is in the page. */
  packed(part: object): string;
}

/**
 * The source text of the shown occurrences, top groups first, up to the size limit. Long ones have no tokens and a limit
 * of their own, which the first two copies of each group get before all others, those of listed groups first.
 */
export async function readSources(
  snapshot: Snapshot,
  { groups: picked, listed }: { groups: readonly PickedGroup[]; listed: readonly number[] },
  indices: MapIndices,
  quote: Quote,
  space: Space,
): Promise<ReadSources> {
  const collected = new Collected();
  const long = new LongSources(snapshot, quote, space, collected);
  for (const { nodes, blocks } of inOrderOf(listed, picked)) {
    if (blocks.length > 0) continue;
    for (const node of nodes.slice(0, FIRST_COPIES)) {
      const indexed = functionOf(snapshot, node);
      if (indexed !== undefined && isLarge(indexed)) await long.add(indices.declaration(node), node, indexed);
    }
  }
  let remaining = space.bytes - long.used;
  for (const [group, { nodes, blocks }] of picked.entries()) {
    if (blocks.length > 0) {
      const its = { bytes: remaining, packed: space.packed, collected, long };
      remaining = await readExcerpts(snapshot, { group, blocks }, quote, its);
      continue;
    }
    const copies = new Map<number, Copy>();
    const before = long.used;
    // Ordered by file, so that each file is read once.
    for (const node of [...nodes].sort((a, b) => a - b)) {
      const declaration = indices.declaration(node);
      if (collected.knows(declaration)) continue;
      const indexed = remaining > 0 ? functionOf(snapshot, node) : undefined;
      if (indexed === undefined) {
        collected.lacks(declaration, 'size');
        continue;
      }
      if (isLarge(indexed) && (await long.add(declaration, node, indexed))) continue;
      const quotation = await quote(indexed);
      if ('missing' in quotation) {
        collected.lacks(declaration, reasonOf(quotation.missing));
      } else copies.set(declaration, copyOf(snapshot, node, quotation.text, indexed, collected));
    }
    remaining -= long.used - before;
    // Compressed alone it is larger than together with the others, so the limit is never exceeded.
    remaining -= copies.size === 0 ? 0 : space.packed([...copies.values()]).length;
    for (const [declaration, copy] of copies) {
      if (remaining >= 0) collected.add(declaration, copy);
      else collected.lacks(declaration, 'size');
    }
  }
  return collected.sources();
}

/** Groups that a list shows, in its order, before the others. */
function inOrderOf(listed: readonly number[], picked: readonly PickedGroup[]): PickedGroup[] {
  const order = new Map(listed.map((rank, at) => [rank, at]));
  const at = ({ group }: PickedGroup) => order.get(group.rank) ?? listed.length;
  return picked.toSorted((a, b) => at(a) - at(b));
}

/** Whether a declaration may have more characters than others may have: a character has one to four bytes. */
function isLarge({ bytes: { start, end } }: IndexedFunction): boolean {
  return end - start > LONG;
}

/** Declarations that are too long to be quoted as the others are. */
class LongSources {
  /** Bytes in the map. */
  used = 0;
  readonly #snapshot: Snapshot;
  readonly #quote: Quote;
  readonly #space: Space;
  readonly #collected: Collected;

  constructor(snapshot: Snapshot, quote: Quote, space: Space, collected: Collected) {
    this.#snapshot = snapshot;
    this.#quote = quote;
    this.#space = space;
    this.#collected = collected;
  }

  /** @returns false if it is not too long for the others */
  async add(declaration: number, node: number, indexed: IndexedFunction): Promise<boolean> {
    if (this.#collected.knows(declaration)) return true;
    const quotation = await this.#quote(indexed);
    if ('text' in quotation) return false;
    const its = quotation.missing === 'size' ? await this.#quote({ ...indexed, longest: LONGEST }) : quotation;
    if ('missing' in its) {
      this.#collected.lacks(declaration, reasonOf(its.missing));
      return true;
    }
    if (!indexed.isFunction) {
      const code = { text: its.text, firstLine: indexed.startLine };
      this.#collected.members.add(this.#snapshot, declaration, node, code);
    }
    if (this.take(its.text)) this.#collected.add(declaration, { text: its.text, tokens: null });
    else this.#collected.lacks(declaration, 'size');
    return true;
  }

  /** @returns false if a text exceeds the limit of long ones */
  take(text: string): boolean {
    const most = Math.min(this.#space.long, this.#space.bytes);
    const size = this.used < most ? this.#space.packed([text]).length : 0;
    if (this.used >= most || this.used + size > most) return false;
    this.used += size;
    return true;
  }
}

interface ExcerptSpace extends Omit<Space, 'long'> {
  collected: Collected;
  long: LongSources;
}

/**
 * The source of blocks with the lines around them.
 *
 * @returns the remaining bytes
 */
async function readExcerpts(
  snapshot: Snapshot,
  { group, blocks }: { group: number; blocks: readonly PickedBlock[] },
  quote: Quote,
  { bytes, packed, collected, long }: ExcerptSpace,
): Promise<number> {
  const excerpts = new Map<number, Excerpt>();
  for (const [copy, block] of blocks.entries()) {
    const longest = copy < FIRST_COPIES ? LONGEST : undefined;
    const excerpt = bytes > 0 ? await quoteBlock(snapshot, block, quote, longest) : undefined;
    if (excerpt === undefined) collected.lacksExcerpt(group, copy, 'size');
    else if ('text' in excerpt && excerpt.text.length > LONG && !long.take(excerpt.text)) {
      collected.lacksExcerpt(group, copy, 'size');
    } else if ('text' in excerpt) excerpts.set(copy, excerpt);
    else collected.lacksExcerpt(group, copy, reasonOf(excerpt.missing));
  }
  const remaining = bytes - (excerpts.size === 0 ? 0 : packed([...excerpts.values()]).length);
  for (const [copy, excerpt] of excerpts) {
    if (remaining >= 0) collected.addExcerpt(group, copy, excerpt);
    else collected.lacksExcerpt(group, copy, 'size');
  }
  return remaining;
}

function reasonOf(missing: 'changed' | 'unreadable' | 'size'): Missing {
  return missing === 'size' ? 'long' : missing;
}

interface IndexedFunction extends QuoteRequest {
  /** The simple name of the function. */
  name: string;
  isFunction: boolean;
  bytes: { start: number; end: number };
}

function functionOf(snapshot: Snapshot, node: number): IndexedFunction | undefined {
  return snapshot.first(LOCATION, [node], (row) => ({
    name: /[^.\\]*$/.exec(row.text('qualified_name'))?.[0] ?? '',
    isFunction: FUNCTION_KINDS.has(row.integer('kind')),
    project: row.text('project'),
    path: row.text('path'),
    language: row.text('language'),
    startLine: row.integer('start_line'),
    endLine: row.integer('end_line'),
    bytes: { start: row.integer('start_byte'), end: row.integer('end_byte') },
    sha256: hex(row.bytes('sha256')),
  }));
}

function copyOf(snapshot: Snapshot, node: number, text: string, indexed: IndexedFunction, collected: Collected): Copy {
  const record = snapshot.tokens(node);
  return { text, tokens: record === undefined ? null : tokensOf(record, text, indexed, collected) };
}

/** References of the function to itself are replaced by `·`, as in the fingerprint. */
function tokensOf(
  record: TokenRecord,
  text: string,
  { name, startLine: firstLine }: IndexedFunction,
  collected: Collected,
): MapTokens {
  return {
    roles: record.role.map((role) => ROLE_LETTERS[role]).join(''),
    text: record.text.map((token, at) => collected.textIndex(record.role[at] === 'self' ? '·' : token)),
    line: record.line.map((line) => line - firstLine),
    column: tokenColumns(record, text.split('\n'), firstLine, name),
  };
}

class Collected {
  readonly members = new LongMembers();
  readonly #copies = new Map<number, Copy>();
  readonly #missing = new Map<number, Missing>();
  readonly #texts = new Map<string, number>();
  readonly #excerpts: MapExcerpts = {
    ...{ group: [], copy: [], first_line: [], text: [] },
    missing: { group: [], copy: [], reason: [] },
  };

  knows(declaration: number): boolean {
    return this.#copies.has(declaration) || this.#missing.has(declaration);
  }

  add(declaration: number, copy: Copy): void {
    this.#copies.set(declaration, copy);
  }

  lacks(declaration: number, reason: Missing): void {
    this.#missing.set(declaration, reason);
  }

  addExcerpt(group: number, copy: number, { firstLine, text }: Excerpt): void {
    this.#excerpts.group.push(group);
    this.#excerpts.copy.push(copy);
    this.#excerpts.first_line.push(firstLine);
    this.#excerpts.text.push(text);
  }

  lacksExcerpt(group: number, copy: number, reason: Missing): void {
    this.#excerpts.missing.group.push(group);
    this.#excerpts.missing.copy.push(copy);
    this.#excerpts.missing.reason.push(reason);
  }

  textIndex(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, this.#texts.size);
    return this.#texts.size - 1;
  }

  sources(): ReadSources {
    const copies = [...this.#copies].sort(([a], [b]) => a - b);
    const missing = [...this.#missing].sort(([a], [b]) => a - b);
    return {
      declaration: copies.map(([declaration]) => declaration),
      text: copies.map(([, { text }]) => text),
      tokens: copies.map(([, { tokens }]) => tokens),
      texts: [...this.#texts.keys()],
      members: this.members.columns(),
      missing: {
        declaration: missing.map(([declaration]) => declaration),
        reason: missing.map(([, reason]) => reason),
      },
      excerpts: this.#excerpts,
    };
  }
}
