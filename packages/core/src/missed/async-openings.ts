import { hash } from 'node:crypto';
import { ASYNC_RULES, type AsyncRules, IMPORT_KINDS } from '#languages/missed-rules.ts';
import { FINGERPRINT_VERSION } from '#parse/versions.ts';

export type Halves = readonly [high: number, low: number];

/** Values by the two halves of a hash. */
export class HashMap<Value> {
  readonly #values = new Map<number, Map<number, Value>>();

  get(high: number, low: number): Value | undefined {
    return this.#values.get(high)?.get(low);
  }

  set([high, low]: Halves, value: Value): void {
    const values = this.#values.get(high) ?? new Map();
    this.#values.set(high, values.set(low, value));
  }
}

/** How openings that `async` and `await` add are compared. */
export interface Replacements {
  /** Openings that are not compared. */
  dropped: HashMap<true>;
  /** Nodes that are not compared, with all in them. */
  imports: HashMap<true>;
  /** Nodes that their child replaces: the openings of children as they are in the field of the node. */
  unwrapped: HashMap<HashMap<Halves>>;
}

/** The replacements of all classes of languages. The hashes of openings differ between classes. */
export function asyncReplacements(rules: ReadonlyMap<string, AsyncRules> = ASYNC_RULES): Replacements {
  const dropped = new HashMap<true>();
  const unwrapped = new HashMap<HashMap<Halves>>();
  for (const [languageClass, its] of rules) {
    const nodeHash = (header: string) => openingHash(languageClass, nodeOpening(header));
    for (const kind of its.nodes) dropped.set(nodeHash(kind), true);
    for (const [kind = '', text = ''] of its.leaves) {
      dropped.set(openingHash(languageClass, leafOpening(kind, text)), true);
    }
    const { unwrapped: wrapper, inner_field: inner = '', fields = [], kinds = [] } = its;
    for (const field of wrapper === undefined ? [] : fields) {
      const children = new HashMap<Halves>();
      for (const kind of kinds) children.set(nodeHash(`${inner}:${kind}`), nodeHash(inField(field, kind)));
      unwrapped.set(nodeHash(inField(field, wrapper ?? '')), children);
    }
  }
  const imports = new HashMap<true>();
  for (const [languageClass, kinds] of IMPORT_KINDS) {
    for (const kind of kinds) imports.set(openingHash(languageClass, nodeOpening(kind)), true);
  }
  return { dropped, imports, unwrapped };
}

/** An item of a list has no field. */
function inField(field: string, kind: string): string {
  return field === '' ? kind : `${field}:${kind}`;
}

/** The hash of an element (docs/specifications/fingerprints.md), as `OpeningHashes` computes it. */
function openingHash(languageClass: string, bytes: Buffer): Halves {
  const domain = Buffer.from(`${FINGERPRINT_VERSION}\n${languageClass}\nelement\n`);
  const digest = Buffer.from(hash('sha256', Buffer.concat([domain, bytes]), 'hex'), 'hex');
  return [digest.readInt32BE(0), digest.readInt32BE(4)];
}

function nodeOpening(header: string): Buffer {
  return Buffer.concat([Buffer.from('('), stringOf(header)]);
}

function leafOpening(kind: string, text: string): Buffer {
  return Buffer.concat([Buffer.from('.'), stringOf(kind), stringOf(text)]);
}

/** The length of a short string and its bytes. */
function stringOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
