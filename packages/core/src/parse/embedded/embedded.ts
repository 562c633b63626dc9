import { HOST_MODES, HOSTS, type HostMode } from '#languages/hosts.ts';
import type { ParseMode } from '../engine.ts';
import { findScripts } from './markup.ts';
import { maskedCode } from './mask.ts';
import type { FoundCode, RegionProblem } from './regions.ts';

const LF = 0x0a;

/** The code of a file for a parser, with its lines and offsets; or the language that is not read. */
export type EmbeddedCode = { mode: ParseMode; bytes: Uint8Array; problems: CodeProblem[] } | { unread: string };

/** Code that could not be read. */
export interface CodeProblem {
  line: number;
  message: string;
}

/** @returns the mode in which a file is parsed: the language of its code, with its format as dialect */
export function embeddedMode(format: string, bytes: Uint8Array): ParseMode | { unread: string } {
  const found = find(format, bytes);
  if ('unread' in found) return found;
  return { language: found.mode.language, dialect: format };
}

/** @param format id of a host */
export function embeddedCode(format: string, bytes: Uint8Array): EmbeddedCode {
  const result = find(format, bytes);
  if ('unread' in result) return result;
  const { found, mode } = result;
  const source = bufferOf(bytes);
  return {
    mode: { language: mode.language, ...(mode.dialect !== undefined && { dialect: mode.dialect }) },
    bytes: maskedCode(source, found),
    problems: withLines(source, found.problems),
  };
}

function find(format: string, bytes: Uint8Array): { found: FoundCode; mode: HostMode } | { unread: string } {
  const host = HOSTS.get(format);
  if (host === undefined) throw new Error(`languages/hosts.json has no ${format}`);
  const found = findScripts(bufferOf(bytes), host);
  if (found.modes.size === 0 && found.unread !== undefined) return { unread: found.unread };
  const names = found.modes.size === 0 ? new Set([host.default]) : found.modes;
  const mode = HOST_MODES.findLast(({ name }) => names.has(name));
  if (mode === undefined) throw new Error(`languages/hosts.json has no mode ${[...names].join(', ')}`);
  return { found, mode };
}

/** @param problems in order */
function withLines(source: Buffer, problems: readonly RegionProblem[]): CodeProblem[] {
  let line = 1;
  let feed = source.indexOf(LF);
  return problems.map(({ at, message }) => {
    for (; feed >= 0 && feed < at; feed = source.indexOf(LF, feed + 1)) line++;
    return { line, message };
  });
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
