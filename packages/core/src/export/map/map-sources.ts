import { type MapExcerpts, type MapSources, type MapTokens, ROLE_LETTERS } from '@analyzer/contracts/pages/map';
import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import type { Quote, QuoteRequest } from '#scan/quote.ts';
import { type Excerpt, type PickedBlock, quoteBlock } from './map-blocks.ts';
import type { PickedGroup } from './map-groups.ts';
import type { MapIndices } from './map-indices.ts';
import { tokenColumns } from './token-columns.ts';

interface Copy {
  text: string;
  tokens: MapTokens | null;
}

type Missing = MapSources['missing']['reason'][number];

const LOCATION = `
  SELECT project, path, qualified_name, language, start_line, end_line, start_byte, end_byte, sha256
  FROM described_node WHERE id = ?`;

/**
 * The source text of the shown occurrences, top groups first, up to the size limit.
 *
 * @param space `bytes`: maximum to add to the map; `packed`: a part of the data as it is in the page
 */
export async function readSources(
  snapshot: Snapshot,
  picked: readonly PickedGroup[],
  indices: MapIndices,
  quote: Quote,
  { bytes, packed }: { bytes: number; packed: (part: object) => string },
): Promise<MapSources> {
  const collected = new Collected();
  let remaining = bytes;
  for (const [group, { nodes, blocks }] of picked.entries()) {
    if (blocks.length > 0) {
      remaining = await readExcerpts(snapshot, { group, blocks }, quote, { bytes: remaining, packed, collected });
      continue;
    }
    const copies = new Map<number, Copy>();
    // Ordered by file, so that each file is read once.
    for (const node of [...nodes].sort((a, b) => a - b)) {
      const declaration = indices.declaration(node);
      if (collected.knows(declaration)) continue;
      const indexed = remaining > 0 ? functionOf(snapshot, node) : undefined;
      if (indexed === undefined) {
        collected.lacks(declaration, 'size');
        continue;
      }
      const quotation = await quote(indexed);
      if ('missing' in quotation) {
        collected.lacks(declaration, reasonOf(quotation.missing));
      } else copies.set(declaration, copyOf(snapshot, node, quotation.text, indexed, collected));
    }
    // Compressed alone it is larger than together with the others, so the limit is never exceeded.
    remaining -= copies.size === 0 ? 0 : packed([...copies.values()]).length;
    for (const [declaration, copy] of copies) {
      if (remaining >= 0) collected.add(declaration, copy);
      else collected.lacks(declaration, 'size');
    }
  }
  return collected.sources();
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
  { bytes, packed, collected }: { bytes: number; packed: (part: object) => string; collected: Collected },
): Promise<number> {
  const excerpts = new Map<number, Excerpt>();
  for (const [copy, block] of blocks.entries()) {
    const excerpt = bytes > 0 ? await quoteBlock(snapshot, block, quote) : undefined;
    if (excerpt === undefined) collected.lacksExcerpt(group, copy, 'size');
    else if ('text' in excerpt) excerpts.set(copy, excerpt);
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
}

function functionOf(snapshot: Snapshot, node: number): IndexedFunction | undefined {
  return snapshot.first(LOCATION, [node], (row) => ({
    name: /[^.\\]*$/.exec(row.text('qualified_name'))?.[0] ?? '',
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

  sources(): MapSources {
    const copies = [...this.#copies].sort(([a], [b]) => a - b);
    const missing = [...this.#missing].sort(([a], [b]) => a - b);
    return {
      declaration: copies.map(([declaration]) => declaration),
      text: copies.map(([, { text }]) => text),
      tokens: copies.map(([, { tokens }]) => tokens),
      texts: [...this.#texts.keys()],
      missing: {
        declaration: missing.map(([declaration]) => declaration),
        reason: missing.map(([, reason]) => reason),
      },
      excerpts: this.#excerpts,
    };
  }
}
