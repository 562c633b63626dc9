import { constants } from 'node:buffer';
import { type FileKind, KIND_BY_EXTENSION } from '#languages/kinds.ts';
import { parseMode } from '#parse/embedded/parse-mode.ts';
import type { ParseMode, ParseOutcome } from '#parse/engine.ts';
import { lastName } from '#tree/globs/glob.ts';
import { hasExtension, kindOfContent, kindOfName } from '#tree/kind.ts';
import type { FileReading } from '#tree/read.ts';
import type { Roles, RolesOfFiles } from '#tree/roles.ts';
import type { FoundFile } from '#tree/walk.ts';
import type { FileEntry } from './model.ts';

/** Data of a file before it is opened. */
export interface FilePlan {
  found: FoundFile;
  kind: FileKind | undefined;
  /** Its first line may determine its language. */
  mayBeScript: boolean;
  mayBeParsed: boolean;
  /** Its nearest `package.json` makes JavaScript a module. */
  inModulePackage: boolean;
}

export type UnparsedEntry = Omit<FileEntry, 'status'>;

/** A file that was read: its entry is complete, or lacks the results of parsing. */
export type ReadFile = { entry: FileEntry } | { unparsed: UnparsedEntry; mode: ParseMode; bytes: Uint8Array };

/** Larger files cannot be decoded to a string, with any limit. */
const LARGEST_TEXT = constants.MAX_STRING_LENGTH;

/** @param maxBytes option, 0 for no limit */
export function parseLimit(maxBytes: number): number {
  return maxBytes === 0 ? LARGEST_TEXT : Math.min(maxBytes, LARGEST_TEXT);
}

export function planOf(found: FoundFile): FilePlan {
  const name = lastName(found.path);
  const kind = kindOfName(name);
  const mayBeScript = kind === undefined && !hasExtension(name);
  return { found, kind, mayBeScript, mayBeParsed: kind?.parsed ?? mayBeScript, inModulePackage: false };
}

/**
 * @param reading of the file, with its bytes if it may be parsed and is within the limit
 * @param limit the parse limit in bytes, for the reason of a file that exceeds it
 */
export function readFileEntry(plan: FilePlan, reading: FileReading, roles: RolesOfFiles, limit: number): ReadFile {
  const { found } = plan;
  if ('reason' in reading) {
    const kind = kindInPackage(plan.kind, plan);
    const described = withoutContent(found, found.size, kind, roles.of(found.path, NO_BYTES));
    return { entry: { ...described, status: 'unreadable', reason: reading.reason } };
  }
  const { size, sha256, lines, head, bytes } = reading;
  const kind = kindInPackage(kindOfContent(plan.kind, plan.mayBeScript, head), plan);
  const entry = { ...withoutContent(found, size, kind, roles.of(found.path, head)), sha256, lines };
  // A file of a known, unsupported language has that status for any content.
  if (kind?.parsed === false) return { entry: { ...entry, status: 'unsupported-language' } };
  if (head.includes(0)) return { entry: { ...entry, status: 'binary' } };
  if (kind === undefined) return { entry: { ...entry, status: 'inventory' } };
  if (bytes === undefined) return { entry: { ...entry, status: 'too-large', reason: `larger than ${limit} bytes` } };
  const mode = parseMode(kind, bytes);
  if ('unread' in mode) return { entry: { ...entry, status: 'unsupported-language', reason: mode.unread } };
  entry.language = mode.language;
  if (mode.dialect !== undefined) entry.dialect = mode.dialect;
  return { unparsed: entry, mode, bytes };
}

function kindInPackage(kind: FileKind | undefined, { inModulePackage }: FilePlan): FileKind | undefined {
  const isPlain = kind?.language === 'javascript' && (kind.dialect === undefined || kind.dialect === 'jsx');
  return inModulePackage && isPlain ? KIND_BY_EXTENSION.get('.mjs') : kind;
}

export function parsedFileEntry(unparsed: UnparsedEntry, outcome: ParseOutcome): FileEntry {
  const { status } = outcome;
  switch (status) {
    case 'analyzed':
    case 'partial': {
      const entry: FileEntry = { ...unparsed, status, facts: outcome.facts };
      if (outcome.encoding !== undefined) entry.encoding = outcome.encoding;
      return entry;
    }
    case 'syntax-error':
      return { ...unparsed, ...encodingOf(outcome), status, errors: outcome.errors };
    default:
      return { ...unparsed, status, reason: outcome.reason };
  }
}

const NO_BYTES = new Uint8Array(0);

/** Assignments instead of spread objects, which take much longer. */
function withoutContent(
  { path, raw }: FoundFile,
  size: number,
  kind: FileKind | undefined,
  roles: Roles,
): UnparsedEntry {
  const { is_test, is_vendored, is_generated, is_example, is_benchmark, is_configuration } = roles;
  const entry: UnparsedEntry = {
    path,
    kind: 'file',
    size,
    is_test,
    is_vendored,
    is_generated,
    is_example,
    is_benchmark,
    ...(is_configuration && { is_configuration }),
  };
  if (raw) entry.name_lossy = true;
  if (kind !== undefined) entry.language = kind.language;
  if (kind?.dialect !== undefined) entry.dialect = kind.dialect;
  return entry;
}

function encodingOf({ encoding }: { encoding?: string }): { encoding?: string } {
  return encoding === undefined ? {} : { encoding };
}
