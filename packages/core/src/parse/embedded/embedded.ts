import { HOST_MODES, HOSTS, type HostMode } from '#languages/hosts.ts';
import type { ParseMode } from '../engine.ts';
import { findScripts } from './markup.ts';
import { maskedCode } from './mask.ts';
import { codeOfCells, findCells } from './notebook.ts';
import type { RegionProblem } from './regions.ts';

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
  return 'unread' in found ? found : { language: found.mode.language, dialect: format };
}

/** @param format id of a host */
export function embeddedCode(format: string, bytes: Uint8Array): EmbeddedCode {
  const found = find(format, bytes);
  if ('unread' in found) return found;
  const { language, dialect } = found.mode;
  return {
    mode: { language, ...(dialect !== undefined && { dialect }) },
    bytes: found.code(),
    problems: withLines(bufferOf(bytes), found.problems),
  };
}

/** Code of which the text is created only when it is parsed. */
interface Found {
  mode: HostMode;
  code: () => Buffer;
  problems: readonly RegionProblem[];
}

function find(format: string, bytes: Uint8Array): Found | { unread: string } {
  const host = HOSTS.get(format);
  if (host === undefined) throw new Error(`languages/hosts.json has no ${format}`);
  const source = bufferOf(bytes);
  if (host.finder === 'notebook') {
    const found = findCells(source);
    if (found.unread !== undefined) return { unread: found.unread };
    const mode = found.mode ?? host.default;
    return { mode: lastMode([mode]), code: () => codeOfCells(source, { ...found, mode }), problems: found.problems };
  }
  const found = findScripts(source, host);
  if (found.modes.size === 0 && found.unread !== undefined) return { unread: found.unread };
  const modes = found.modes.size === 0 ? [host.default] : [...found.modes];
  return { mode: lastMode(modes), code: () => maskedCode(source, found), problems: found.problems };
}

function lastMode(names: readonly string[]): HostMode {
  const mode = HOST_MODES.findLast(({ name }) => names.includes(name));
  if (mode === undefined) throw new Error(`languages/hosts.json has no mode ${names.join(', ')}`);
  return mode;
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
