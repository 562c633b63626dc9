import { VarintReader, VarintWriter } from '#parse/tokens/varints.ts';
import type { CallVia, LinkState } from '#scan/model.ts';
import type { FileCalls, WantedCalls } from '../port.ts';
import { HEADER_LENGTH, inflated, packed, packedAgain, startOfNumbers } from './packed.ts';

/**
 * Calls of several files, compressed: callees are deduplicated, calls are numbers. After the header follow the files:
 * node (delta to the previous file), number of calls, then for all calls the callees, then the lines (deltas), then the
 * enclosing declarations (deltas), then the outcomes; last, for each call with candidates, their number and their nodes
 * (deltas to the file's node).
 */
interface Header {
  callees: string[];
  /** Outcomes of calls: state, reason or null, whether there are candidates, and the rule that found them or null. */
  outcomes: [state: LinkState, reason: string | null, hasCandidates: boolean, via: CallVia | null][];
  files: number;
}

/** Collects files for a block, ordered by node. */
export class CallBlockWriter {
  readonly #callees = new Map<string, number>();
  readonly #outcomes = new Map<string, number>();
  readonly #header: Header = { callees: [], outcomes: [], files: 0 };
  readonly #numbers = new VarintWriter();
  #first = 0;
  #last = 0;

  /** Node of the first file. */
  get first(): number {
    return this.#first;
  }

  /** Bytes of the numbers before compression. */
  get size(): number {
    return this.#numbers.length;
  }

  add({ file, callee, line, within, state, via, candidates, reason }: FileCalls): void {
    const out = this.#numbers;
    if (this.#header.files++ === 0) this.#first = file;
    out.unsigned(file - this.#last);
    this.#last = file;
    out.unsigned(callee.length);
    for (const its of callee) out.unsigned(this.#callee(its));
    for (const column of [line, within]) {
      let before = 0;
      for (const its of column) {
        out.signed(its - before);
        before = its;
      }
    }
    const found = state.map((_, call) => candidates[call] ?? []);
    for (const [call, its] of state.entries()) {
      const hasCandidates = (found[call] ?? []).length > 0;
      out.unsigned(this.#outcome(its, reason[call] ?? null, hasCandidates, via[call] ?? null));
    }
    for (const nodes of found) {
      if (nodes.length === 0) continue;
      out.unsigned(nodes.length);
      for (const node of nodes) out.signed(node - file);
    }
  }

  /** @param level of deflate, from 1 (fast) to 9 (small) */
  finish(level: number): Uint8Array {
    return packed(this.#header, this.#numbers.bytes, level);
  }

  #callee(text: string): number {
    let number = this.#callees.get(text);
    if (number === undefined) {
      number = this.#header.callees.push(text) - 1;
      this.#callees.set(text, number);
    }
    return number;
  }

  #outcome(...outcome: Header['outcomes'][number]): number {
    const key = JSON.stringify(outcome);
    let number = this.#outcomes.get(key);
    if (number === undefined) {
      number = this.#header.outcomes.push(outcome) - 1;
      this.#outcomes.set(key, number);
    }
    return number;
  }
}

/** A block of calls: inflated, with its header once that is parsed. */
export interface CallBlock {
  bytes: Buffer;
  header?: Header;
}

/**
 * The files of a block with wanted calls, ordered by node. Skipping a file is far less work than reading it, and a header
 * without a wanted name is not parsed.
 */
export function* callsOfBlock(block: CallBlock, only?: WantedCalls): IterableIterator<FileCalls> {
  const { bytes } = block;
  const [name, last] = only === undefined || 'file' in only ? [undefined, only?.file] : [only.name, undefined];
  if (name !== undefined && !bytes.includes(JSON.stringify(name).slice(1))) return;
  block.header ??= headerOf(bytes);
  const { callees, outcomes, files } = block.header;
  const isNamed = name === undefined ? [] : callees.map((callee) => hasLastName(callee, name));
  const read = new VarintReader(bytes, startOfNumbers(bytes));
  let file = 0;
  for (let nth = 0; nth < files && file !== last; nth++) {
    file += read.unsigned();
    const count = read.unsigned();
    const callee: string[] = [];
    let isWanted = last === undefined ? name === undefined : file === last;
    for (let call = 0; call < count; call++) {
      const its = read.unsigned();
      callee.push(callees[its] ?? '');
      isWanted ||= isNamed[its] ?? false;
    }
    if (!isWanted) {
      read.skip(2 * count);
      skipOutcomes(read, count, outcomes);
      continue;
    }
    const calls: FileCalls = { file, callee, line: [], within: [], state: [], via: [], candidates: [], reason: [] };
    for (const column of [calls.line, calls.within]) {
      let before = 0;
      for (let call = 0; call < count; call++) {
        before += read.signed();
        column.push(before);
      }
    }
    const withCandidates: number[] = [];
    for (let call = 0; call < count; call++) {
      const outcome = outcomes[read.unsigned()];
      if (outcome === undefined) throw new RangeError('invalid outcome in a block of calls');
      const [state, reason, hasCandidates, via] = outcome;
      calls.state.push(state);
      calls.via.push(via);
      calls.reason.push(reason);
      calls.candidates.push([]);
      if (hasCandidates) withCandidates.push(call);
    }
    for (const call of withCandidates) {
      const nodes = read.unsigned();
      for (let node = 0; node < nodes; node++) calls.candidates[call]?.push(file + read.signed());
    }
    yield calls;
  }
}

/** Which functions the declarations of a file call. */
export interface FileCallees {
  /** As in `FileCalls`. */
  file: number;
  /** By call: index of the callee, and of the declaration. */
  callee: number[];
  within: number[];
}

/** The callees of a block, and the calls of its files without their other columns. @param bytes inflated */
export function calleesOfBlock(bytes: Buffer): { callees: readonly string[]; files: Generator<FileCallees> } {
  const { callees, outcomes, files } = headerOf(bytes);
  return { callees, files: calleesOfFiles(new VarintReader(bytes, startOfNumbers(bytes)), files, outcomes) };
}

function* calleesOfFiles(
  read: VarintReader,
  files: number,
  outcomes: Header['outcomes'],
): Generator<FileCallees, void, undefined> {
  let file = 0;
  for (let nth = 0; nth < files; nth++) {
    file += read.unsigned();
    const count = read.unsigned();
    const [callee, within]: [number[], number[]] = [[], []];
    for (let call = 0; call < count; call++) callee.push(read.unsigned());
    read.skip(count);
    let before = 0;
    for (let call = 0; call < count; call++) {
      before += read.signed();
      within.push(before);
    }
    skipOutcomes(read, count, outcomes);
    yield { file, callee, within };
  }
}

function headerOf(bytes: Buffer): Header {
  return JSON.parse(bytes.toString('utf8', HEADER_LENGTH, startOfNumbers(bytes)));
}

/** Whether a callee, dotted, has a last name. */
function hasLastName(callee: string, name: string): boolean {
  return callee === name || callee.endsWith(`.${name}`);
}

function skipOutcomes(read: VarintReader, calls: number, outcomes: Header['outcomes']): void {
  let withCandidates = 0;
  for (let call = 0; call < calls; call++) withCandidates += Number(outcomes[read.unsigned()]?.[2] ?? false);
  for (; withCandidates > 0; withCandidates--) read.skip(read.unsigned());
}

/**
 * Moves a block to later nodes.
 *
 * @param by added to the nodes of its files
 * @param level of deflate, from 1 (fast) to 9 (small)
 */
export function moveCallBlock(data: Uint8Array, by: number, level: number): Uint8Array {
  return packMoved(inflated(data), by, level);
}

/** Compresses a block, and moves it. @param bytes of the block, not compressed */
export function packMoved(bytes: Uint8Array, by: number, level: number): Uint8Array {
  if (by === 0) return packedAgain([bytes], level);
  const start = startOfNumbers(bytes);
  const read = new VarintReader(bytes, start);
  const out = new VarintWriter();
  out.unsigned(read.unsigned() + by);
  return packedAgain([bytes.subarray(0, start), out.bytes, bytes.subarray(read.at)], level);
}
