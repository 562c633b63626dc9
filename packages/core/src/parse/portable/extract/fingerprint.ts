import { createHash } from 'node:crypto';
import type { TokenRecord } from '../../facts.ts';
import type { FlatTree } from '../flat-tree.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Positions } from './positions.ts';
import type { RootSpan, StreamPass } from './stream.ts';
import { COMMAND, ROLES } from './stream-rules.ts';

/** Ours, not a parser's: raised when a stream of the vectors or of the bench corpus changes. */
export const FINGERPRINT_VERSION = 1;

const SELF = 0x2a;
const NUMBERED = 0x23;

/** The names by which a function may speak of itself. */
export interface OwnNames {
  names: readonly string[];
  isMethod: boolean;
}

/** Turns spans of a stream into hashes: 64 hex of SHA-256 over the domain and the stream. */
export class Fingerprints {
  readonly #domain: string;
  readonly #scratch = new ByteWriter();
  /** By role and spelling: the number given, valid where the stamp is the current function's. */
  #numbers = new Int32Array(0);
  #stamps = new Int32Array(0);
  #stamp = 0;

  constructor(parser: string, language: string) {
    this.#domain = `${FINGERPRINT_VERSION}\n${parser}\n${language}\n`;
  }

  /** Of a file or a class: its whole stream, its own name included. */
  tree(pass: StreamPass, span: RootSpan): string {
    const scratch = this.#begin('tree', span);
    scratch.copy(pass.out.bytes, span.from, span.to);
    return this.#hash();
  }

  /** Of a function: the stream as it is without its own name, and with identifiers numbered by role. */
  of(pass: StreamPass, tree: FlatTree, span: RootSpan, own: OwnNames): { body: string; shape: string } {
    const self = this.#ownReferences(pass, tree, span, own);
    return { body: this.#body(pass, span, self), shape: this.#shape(pass, span, self) };
  }

  /** The kept leaves of a function in stream order. */
  tokens(pass: StreamPass, tree: FlatTree, span: RootSpan, own: OwnNames, positions: Positions): TokenRecord {
    const self = this.#ownReferences(pass, tree, span, own);
    const selfLeaves = new Set([...self].map((at) => pass.identifiers.leaf[at]));
    const record: TokenRecord = { role: [], kind: [], text: [], line: [] };
    const { leaves } = pass;
    for (let at = span.firstLeaf; at < span.lastLeaf; at++) {
      const role = ROLES[leaves.role[at] ?? 0] ?? 'literal';
      record.role.push(selfLeaves.has(at) ? 'self' : role);
      record.kind.push(tree.names.name(leaves.kind[at] ?? 0));
      record.text.push(leaves.text[at] ?? '');
      record.line.push(positions.line(tree.start[leaves.node[at] ?? 0] ?? 0));
    }
    return record;
  }

  /**
   * The identifiers by which the function names itself. Where it binds its own name anywhere inside, none does: the
   * name may then mean another thing.
   */
  #ownReferences(pass: StreamPass, tree: FlatTree, span: RootSpan, own: OwnNames): ReadonlySet<number> {
    const { identifiers, roles, spellings } = pass;
    const found = new Set<number>();
    const wanted = own.names.map((name) => spellings.get(name)).filter((spelling) => spelling !== undefined);
    if (wanted.length === 0) return found;
    for (let at = span.firstIdentifier; at < span.lastIdentifier; at++) {
      if (!wanted.includes(identifiers.spelling[at] ?? -1)) continue;
      const from = identifiers.from[at] ?? 0;
      if (from >= span.nameFrom && from < span.nameTo) continue;
      if (!roles.canRefer(identifiers.role[at] ?? 0, own.isMethod)) continue;
      const node = identifiers.node[at] ?? 0;
      if (own.isMethod ? !roles.isSelfMember(tree, node) : roles.isBinding(tree, node)) {
        if (own.isMethod) continue;
        return new Set();
      }
      found.add(at);
    }
    return found;
  }

  #body(pass: StreamPass, span: RootSpan, self: ReadonlySet<number>): string {
    const scratch = this.#begin('body', span);
    const { bytes } = pass.out;
    const { identifiers } = pass;
    let at = span.from;
    const copyTo = (end: number) => {
      if (at <= span.nameFrom && span.nameFrom < span.nameTo && span.nameTo <= end) {
        scratch.copy(bytes, at, span.nameFrom);
        at = span.nameTo;
      }
      scratch.copy(bytes, at, end);
    };
    for (const own of self) {
      copyTo(identifiers.from[own] ?? 0);
      scratch.byte(SELF);
      at = identifiers.to[own] ?? 0;
    }
    copyTo(span.to);
    return this.#hash();
  }

  #shape(pass: StreamPass, span: RootSpan, self: ReadonlySet<number>): string {
    const scratch = this.#begin('shape', span);
    const { bytes } = pass.out;
    const { identifiers } = pass;
    const roles = ROLES.length;
    this.#startNumbers(pass.spellings.size * roles);
    const next = new Int32Array(roles);
    let at = span.from;
    for (let i = span.firstIdentifier; i < span.lastIdentifier; i++) {
      const from = identifiers.from[i] ?? 0;
      const role = identifiers.role[i] ?? 0;
      if (from >= span.nameFrom && from < span.nameTo) {
        scratch.copy(bytes, at, span.nameFrom);
        at = span.nameTo;
        continue;
      }
      if (self.size > 0 && self.has(i)) {
        scratch.copy(bytes, at, from);
        scratch.byte(SELF);
        at = identifiers.to[i] ?? 0;
        continue;
      }
      if (role === COMMAND) continue;
      scratch.copy(bytes, at, from);
      at = identifiers.to[i] ?? 0;
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
    if (at <= span.nameFrom && span.nameFrom < span.nameTo) {
      scratch.copy(bytes, at, span.nameFrom);
      at = span.nameTo;
    }
    scratch.copy(bytes, at, span.to);
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
    scratch.reset();
    const preamble = `${this.#domain}${kind}\n`;
    for (let i = 0; i < preamble.length; i++) scratch.byte(preamble.charCodeAt(i));
    scratch.chunk(span.head);
    return scratch;
  }

  #hash(): string {
    return createHash('sha256').update(this.#scratch.bytes.subarray(0, this.#scratch.length)).digest('hex');
  }
}
