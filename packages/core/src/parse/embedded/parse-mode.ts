import { HOSTS } from '#languages/hosts.ts';
import type { FileKind } from '#languages/kinds.ts';
import { lastName } from '#tree/globs/glob.ts';
import { kindOfName } from '#tree/kind.ts';
import type { ParseMode } from '../engine.ts';
import { embeddedCode, embeddedMode } from './embedded.ts';

/**
 * The mode in which a file of a parsed language is parsed.
 *
 * @returns `unread`: the language of the code in a file of another format
 */
export function parseMode({ language, dialect, isHost }: FileKind, bytes: Uint8Array): ParseMode | { unread: string } {
  if (isHost) return embeddedMode(language, bytes);
  return dialect === undefined ? { language } : { language, dialect };
}

/** The bytes that offsets of facts count: of a notebook the code of its cells, else the file itself. */
export function parsedText(path: string, bytes: Uint8Array): Uint8Array {
  const format = kindOfName(lastName(path))?.language ?? '';
  if (HOSTS.get(format)?.finder !== 'notebook') return bytes;
  const code = embeddedCode(format, bytes);
  return 'unread' in code ? bytes : code.bytes;
}
