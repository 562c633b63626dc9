import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ParseOutcome } from '../engine.ts';
import { decodeFacts } from './decode-facts.ts';
import { encodeFacts } from './encode-facts.ts';
import type { FactsLine } from './facts-line.ts';

/** Level of deflate: the blocks of a file are read as often as they are written. */
const FAST = 1;

/** An outcome with facts: others have no value for a cache, or may differ in the next run. */
export type CachedOutcome = Extract<ParseOutcome, { status: 'analyzed' | 'partial' }>;

interface OutcomeLine {
  status: 'analyzed' | 'partial';
  encoding?: string;
  facts: FactsLine;
}

export function isCacheable(outcome: ParseOutcome): outcome is CachedOutcome {
  return outcome.status === 'analyzed' || outcome.status === 'partial';
}

/** Without token records, which are a separate line: most readers of facts do not need them. */
export function encodeOutcome({ status, encoding, facts }: CachedOutcome): Buffer {
  const line: OutcomeLine = { status, ...(encoding !== undefined && { encoding }), facts: encodeFacts(facts) };
  return Buffer.from(escaped(JSON.stringify(line)), 'latin1');
}

/** @throws an error if the line has another format */
export function decodeOutcome(data: Buffer): CachedOutcome {
  const { status, encoding, facts }: OutcomeLine = JSON.parse(data.toString('latin1'));
  const decoded = decodeFacts(facts);
  const rest = encoding === undefined ? {} : { encoding };
  if (status === 'analyzed') return { status, facts: decoded, ...rest };
  if (status !== 'partial' || decoded.errors === undefined) throw new TypeError('no outcome');
  return { status, facts: Object.assign(decoded, { errors: decoded.errors }), ...rest };
}

/** ASCII-only JSON: it can be read as one byte per character. */
function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** An element block as a line of its own: most readers of the facts do not need it. */
export function encodeElements(elements: Uint8Array): Buffer {
  return Buffer.from(JSON.stringify({ elements: deflateRawSync(elements, { level: FAST }).toString('base64') }));
}

/** @throws if the line has other content */
export function decodeElements(data: Buffer): Uint8Array {
  const { elements }: { elements: string } = JSON.parse(data.toString());
  return inflateRawSync(Buffer.from(elements, 'base64'));
}

/** @param tokens of the file; absent if no function has a fingerprint */
export function encodeTokens(tokens: Uint8Array | undefined): Buffer {
  const text = tokens === undefined ? '' : deflateRawSync(tokens, { level: FAST }).toString('base64');
  return Buffer.from(JSON.stringify({ tokens: text }));
}

/** @throws an error if the line has another format */
export function decodeTokens(data: Buffer): { tokens?: Uint8Array } {
  const { tokens }: { tokens: string } = JSON.parse(data.toString());
  return tokens === '' ? {} : { tokens: inflateRawSync(Buffer.from(tokens, 'base64')) };
}
