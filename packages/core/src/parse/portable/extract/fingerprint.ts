import { hash } from 'node:crypto';
import type { TokenRecord } from '../../facts.ts';
import { FINGERPRINT_VERSION } from '../../versions.ts';
import type { FlatTree } from '../flat-tree.ts';
import type { LanguageData } from '../languages.ts';
import { ByteWriter } from './byte-writer.ts';
import { gramsOf } from './grams.ts';
import type { Positions } from './positions.ts';
import type { Roles } from './roles.ts';
import type { RootSpan, StreamPass } from './stream.ts';
import { BINDING_LITERAL, COMMAND, LITERAL, ROLES } from './stream-rules.ts';

const SELF = 0x2a;
const NUMBERED = 0x23;

/** The names by which a function may refer to itself. */
export interface OwnNames {
  names: readonly string[];
  isMethod: boolean;
}

/** Computes the hash of a domain with a stream; the bytes are valid only during the call. */
export type Digest = (bytes: Uint8Array) => string;

/** Computes hashes of spans of a stream: SHA-256 of the domain and the stream, 64 hex digits. */
export class Fingerprints {
  readonly #domain: string;
  readonly #digest: Digest;
  readonly #scratch = new ByteWriter();
  /** Number by role and spelling, valid if the stamp is the current function's. */
  #numbers = new Int32Array(0);
  #stamps = new Int32Array(0);
  #stamp = 0;

  constructor(
    { parser, id, fingerprint = FINGERPRINT_VERSION }: Pick<LanguageData, 'parser' | 'id' | 'fingerprint'>,
    digest: Digest = sha256,
  ) {
    this.#digest = digest;
    this.#domain = `${fingerprint}\n${parser}\n${id}\n`;
  }

  /** Frees the memory of the last tree if it was large. */
  release(): void {
    this.#scratch.reset();
  }

  /** Hash of a file or a class: its complete stream, including its own name. */
  tree(pass: StreamPass, span: RootSpan): string {
    const scratch = this.#begin('tree', span);
    scratch.copy(pass.out.bytes, span.from, span.to);
    return this.#hash();
  }

  /** N-grams of the complete file, see `gramsOf`. */
  grams({ out }: StreamPass): BigUint64Array {
    return gramsOf(out.bytes.subarray(0, out.length), this.#domain);
  }

  /** Hashes of a function: the stream without its own name, and the same with identifiers numbered by role. */
  of(pass: StreamPass, tree: FlatTree, span: RootSpan, own: OwnNames): { body: string; shape: string } {
    const self = this.#ownReferences(pass, tree, span, own);
    return { body: this.#body(pass, span, self), shape: this.#shape(pass, span, self) };
  }

  /** The leaves of a function's stream in order, without its own name; functions of one shape have equal numbers. */
  tokens(pass: StreamPass, tree: FlatTree, span: RootSpan, own: OwnNames, positions: Positions): TokenRecord {
    const self = this.#ownReferences(pass, tree, span, own);
    const selfLeaves = new Set(self.map((at) => pass.identifiers.leaf[at]));
    const record = emptyRecord();
    for (let at = span.firstLeaf; at < span.lastLeaf; at++) {
      if (at >= span.nameFirstLeaf && at < span.nameLastLeaf) continue;
      this.#addLeaf(record, pass, tree, at, positions);
      if (selfLeaves.has(at)) record.role[record.role.length - 1] = 'self';
    }
    return record;
  }

  /** The leaves of a type's stream in order, without its own name and without these functions. */
  typeTokens(
    pass: StreamPass,
    tree: FlatTree,
    span: RootSpan,
    functions: readonly RootSpan[],
    positions: Positions,
  ): TokenRecord {
    const record = emptyRecord();
    let next = 0;
    for (let at = span.firstLeaf; at < span.lastLeaf; at++) {
      while (at >= (functions[next]?.lastLeaf ?? Number.POSITIVE_INFINITY)) next++;
      const isInFunction = at >= (functions[next]?.firstLeaf ?? Number.POSITIVE_INFINITY);
      if (isInFunction || (at >= span.nameFirstLeaf && at < span.nameLastLeaf)) continue;
      this.#addLeaf(record, pass, tree, at, positions);
    }
    return record;
  }

  #addLeaf(record: TokenRecord, pass: StreamPass, tree: FlatTree, at: number, positions: Positions): void {
    const { leaves, roles } = pass;
    const role = leaves.role[at] ?? LITERAL;
    const node = leaves.node[at] ?? 0;
    record.role.push(ROLES[role] ?? 'literal');
    record.kind.push(tree.names.name(leaves.kind[at] ?? 0));
    record.text.push(roles.spelling(tree, node, role, leaves.text[at] ?? ''));
    record.line.push(positions.line(tree.start[node] ?? 0));
  }

  /**
   * The identifiers by which the function refers to itself. None if it binds its own name anywhere inside, because the
   * name may then have another meaning.
   */
  #ownReferences(pass: StreamPass, tree: FlatTree, span: RootSpan, own: OwnNames): readonly number[] {
    const { identifiers } = pass;
    const found: number[] = [];
    const spellings = own.names.map((name) => identifiers.spellingOf(name) ?? -1);
    if (spellings.every((spelling) => spelling < 0)) return found;
    for (let at = span.firstIdentifier; at < span.lastIdentifier; at++) {
      if (!spellings.includes(identifiers.spelling[at] ?? 0)) continue;
      const from = identifiers.from[at] ?? 0;
      if (from >= span.nameFrom && from < span.nameTo) continue;
      const use = ownUse(pass.roles, tree, identifiers.node[at] ?? 0, identifiers.role[at] ?? 0, own.isMethod);
      if (use === 'binding') return [];
      if (use === 'reference') found.push(at);
    }
    return found;
  }

  #body(pass: StreamPass, span: RootSpan, self: readonly number[]): string {
    const scratch = this.#begin('body', span);
    const copy = new SpanCopy(scratch, pass.out.bytes, span);
    const { identifiers } = pass;
    for (const own of self) {
      copy.upTo(identifiers.from[own] ?? 0);
      scratch.byte(SELF);
      copy.at = identifiers.to[own] ?? 0;
    }
    copy.upTo(span.to);
    return this.#hash();
  }

  #shape(pass: StreamPass, span: RootSpan, self: readonly number[]): string {
    const scratch = this.#begin('shape', span);
    const copy = new SpanCopy(scratch, pass.out.bytes, span);
    const { identifiers } = pass;
    const roles = ROLES.length;
    this.#startNumbers(identifiers.spellings * roles);
    const next = new Int32Array(roles);
    let nextSelf = 0;
    for (let i = span.firstIdentifier; i < span.lastIdentifier; i++) {
      const from = identifiers.from[i] ?? 0;
      if (from >= span.nameFrom && from < span.nameTo) continue;
      const role = identifiers.role[i] ?? 0;
      const isSelf = i === self[nextSelf];
      if (isSelf) nextSelf++;
      if (!isSelf && (role === COMMAND || role === BINDING_LITERAL)) continue;
      copy.upTo(from);
      copy.at = identifiers.to[i] ?? 0;
      if (isSelf) {
        scratch.byte(SELF);
        continue;
      }
      const slot = (identifiers.spelling[i] ?? 0) * roles + role;
      if (this.#stamps[slot] !== this.#stamp) {
        this.#stamps[slot] = this.#stamp;
        this.#numbers[slot] = next[role] ?? 0;
        next[role] = (next[role] ?? 0) + 1;
      }
      scratch.byte(NUMBERED);
      scratch.byte(role);
      scratch.number(this.#numbers[slot] ?? 0);
    }
    copy.upTo(span.to);
    return this.#hash();
  }

  #startNumbers(slots: number): void {
    this.#stamp++;
    if (this.#stamps.length >= slots) return;
    this.#stamps = new Int32Array(slots * 2);
    this.#numbers = new Int32Array(slots * 2);
    this.#stamp = 1;
  }

  #begin(kind: 'body' | 'shape' | 'tree', span: RootSpan): ByteWriter {
    const scratch = this.#scratch;
    scratch.length = 0;
    const preamble = `${this.#domain}${kind}\n`;
    scratch.reserve(preamble.length + span.header.length + span.to - span.from);
    for (let i = 0; i < preamble.length; i++) scratch.byte(preamble.charCodeAt(i));
    scratch.chunk(span.header);
    return scratch;
  }

  #hash(): string {
    return this.#digest(this.#scratch.bytes.subarray(0, this.#scratch.length));
  }
}

/** Use of the own name, with this spelling, as a reference to the function; as a member only of the own object. */
function ownUse(
  roles: Roles,
  tree: FlatTree,
  node: number,
  role: number,
  isMethod: boolean,
): 'reference' | 'binding' | 'other' {
  const canRefer = roles.canRefer(role, isMethod);
  if (isMethod) return canRefer && roles.isSelfMember(tree, node) ? 'reference' : 'other';
  if ((canRefer || role === BINDING_LITERAL) && roles.isBinding(tree, node)) return 'binding';
  return canRefer ? 'reference' : 'other';
}

/** Copies a span in pieces, without the own name. */
class SpanCopy {
  readonly #target: ByteWriter;
  readonly #bytes: Uint8Array;
  readonly #span: RootSpan;
  at: number;

  constructor(target: ByteWriter, bytes: Uint8Array, span: RootSpan) {
    this.#target = target;
    this.#bytes = bytes;
    this.#span = span;
    this.at = span.from;
  }

  upTo(end: number): void {
    const { nameFrom, nameTo } = this.#span;
    if (this.at <= nameFrom && nameFrom < nameTo && nameTo <= end) {
      this.#target.copy(this.#bytes, this.at, nameFrom);
      this.at = nameTo;
    }
    this.#target.copy(this.#bytes, this.at, end);
    this.at = end;
  }
}

function emptyRecord(): TokenRecord {
  return { role: [], kind: [], text: [], line: [] };
}

function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
