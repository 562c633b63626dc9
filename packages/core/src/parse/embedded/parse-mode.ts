import type { FileKind } from '#languages/kinds.ts';
import type { ParseMode } from '../engine.ts';
import { embeddedMode } from './embedded.ts';

/**
 * The mode in which a file of a parsed language is parsed.
 *
 * @returns `unread`: the language of the code in a file of another format
 */
export function parseMode({ language, dialect, isHost }: FileKind, bytes: Uint8Array): ParseMode | { unread: string } {
  if (isHost) return embeddedMode(language, bytes);
  return dialect === undefined ? { language } : { language, dialect };
}
