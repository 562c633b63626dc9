import { type Finding, Findings } from './findings.ts';
import { readJson } from './json/read-json.ts';
import { LIMITS, mebibytes } from './limits.ts';
import { lint } from './lint/lint.ts';
import type { RuleDetails } from './rules.ts';
import { checkSchema } from './schema/check.ts';
import { decodeText } from './text/decode.ts';
import { checkDuplicateNames } from './text/duplicate-names.ts';
import { Positions } from './text/positions.ts';
import type { Value } from './tree.ts';
import { readYaml } from './yaml/read-yaml.ts';

export type ManifestFormat = 'json' | 'yaml';

export interface ValidateOptions {
  /** Default: JSON. */
  format?: ManifestFormat;
}

export interface Validation {
  /** Ordered by position; at most 10,000. */
  findings: Finding[];
  /** Number of further findings. */
  omitted: number;
  /** False when the file is not JSON or YAML, or too large: then the schema is not checked. */
  readable: boolean;
}

/** A manifest with its tree and text. */
export interface ReadManifest extends Validation {
  /** Absent when nothing could be read. */
  root?: Value;
  positions: Positions;
  text: string;
}

/**
 * Reports all problems of a manifest: syntax, schema violations, and content that the schema allows but that is
 * probably a mistake. Needs no file system; runs in Node.js and in browsers.
 *
 * @param text content of the file; bytes must be UTF-8
 */
export function validateManifest(text: string | Uint8Array, options: ValidateOptions = {}): Validation {
  const { findings, omitted, readable } = readManifest(text, options);
  return { findings, omitted, readable };
}

/** Validates, and returns the parsed document too. */
export function readManifest(source: string | Uint8Array, { format = 'json' }: ValidateOptions): ReadManifest {
  const limit = LIMITS[format];
  if (source.length > limit) return unread('text/too-large', { limit: mebibytes(limit) });
  const decoded = typeof source === 'string' ? withoutMark(source) : decodeText(source, LIMITS.findings);
  if ('instead' in decoded) return unread('text/not-text', { what: decoded.instead });
  const { text } = decoded;
  const positions = new Positions(text);
  const findings = new Findings(positions, LIMITS.findings);
  if (decoded.hasMark && format === 'json') findings.add('text/byte-order-mark', { start: 0, end: 0 }, '', {});
  for (const { at, bytes } of decoded.bad) {
    findings.add('text/encoding', { start: at, end: at + 1 }, '', { bytes: hexadecimal(bytes) });
  }
  const root = format === 'json' ? readJson(text, findings) : readYaml(text, findings);
  const readable = !findings.isFatal && root !== undefined;
  if (root !== undefined) {
    checkDuplicateNames(root, findings);
    if (!findings.isFatal) checkSchema(root, findings);
    if (!findings.isFatal) lint(root, findings);
  }
  const all = findings.inOrder();
  return {
    findings: all,
    omitted: findings.omitted,
    readable,
    positions,
    text,
    ...(root === undefined ? {} : { root }),
  };
}

function unread(
  ...[rule, details]: ['text/too-large', { limit: string }] | ['text/not-text', RuleDetails<'text/not-text'>]
): ReadManifest {
  const positions = new Positions('');
  const findings = new Findings(positions, 1);
  if (rule === 'text/too-large') findings.add(rule, { start: 0, end: 0 }, '', details);
  else findings.add(rule, { start: 0, end: 0 }, '', details);
  return { findings: findings.inOrder(), omitted: 0, readable: false, positions, text: '' };
}

function withoutMark(text: string): { text: string; hasMark: boolean; bad: [] } {
  const hasMark = text.startsWith('\ufeff');
  return { text: hasMark ? text.slice(1) : text, hasMark, bad: [] };
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}
