import unsupported from '../../../../languages/unsupported.json' with { type: 'json' };
import { HOSTS } from './hosts.ts';
import { PARSED } from './parsed.ts';

/** The kind of a file by its name or interpreter. */
export interface FileKind {
  /** A language id of `languages/`, or the id of a known language that is not parsed. */
  language: string;
  dialect?: string;
  parsed: boolean;
  /** The interpreter in the first line has precedence over the name. */
  shebangFirst?: true;
  /** Other formats have its ending too: without this text in its first bytes the file is of an unknown kind. */
  needsText?: string;
  /** The file only declares what another one has: no program runs it, so that its imports load nothing. */
  declaresOnly?: true;
  /** The file has code of other languages, which its content decides; `language` is then the name of its format. */
  isHost?: true;
}

/** Names of the files of one language. */
interface FileSigns {
  /** By suffix, with its first dot; the longest match counts. */
  extensions?: Record<
    string,
    { dialect?: string; shebang_first?: boolean; needs_text?: string; declares_only?: boolean }
  >;
  /** Complete file names. */
  names?: string[];
  other_starts?: string[];
  /** Names of interpreters, without a version. */
  shebangs?: string[];
}

const LANGUAGES: readonly { id: string; files: FileSigns }[] = PARSED;
const UNSUPPORTED: Record<string, { extensions?: string[]; names?: string[]; shebangs?: string[] }> =
  unsupported.languages;

export const KIND_BY_EXTENSION = new Map<string, FileKind>();
export const KIND_BY_NAME = new Map<string, FileKind>();
export const KIND_BY_INTERPRETER = new Map<string, FileKind>();
/** By language: first bytes of files of other formats with its endings, after a byte order mark. */
export const OTHER_STARTS = new Map<string, readonly string[]>();

for (const { id, files } of LANGUAGES) {
  const kind = { language: id, parsed: true };
  for (const [ending, { dialect, shebang_first, needs_text, declares_only }] of Object.entries(
    files.extensions ?? {},
  )) {
    KIND_BY_EXTENSION.set(ending, {
      ...kind,
      ...(dialect === undefined ? {} : { dialect }),
      ...(shebang_first ? { shebangFirst: true } : {}),
      ...(needs_text === undefined ? {} : { needsText: needs_text }),
      ...(declares_only ? { declaresOnly: true } : {}),
    });
  }
  if (files.other_starts !== undefined) OTHER_STARTS.set(id, files.other_starts);
  for (const name of files.names ?? []) KIND_BY_NAME.set(name, kind);
  for (const interpreter of files.shebangs ?? []) KIND_BY_INTERPRETER.set(interpreter, kind);
}

for (const [id, { extensions }] of HOSTS) {
  for (const ending of extensions) KIND_BY_EXTENSION.set(ending, { language: id, parsed: true, isHost: true });
}

for (const [id, signs] of Object.entries(UNSUPPORTED)) {
  const kind = { language: id, parsed: false };
  for (const ending of signs.extensions ?? []) KIND_BY_EXTENSION.set(ending, kind);
  for (const name of signs.names ?? []) KIND_BY_NAME.set(name, kind);
  for (const interpreter of signs.shebangs ?? []) KIND_BY_INTERPRETER.set(interpreter, kind);
}
