import { constants } from 'node:buffer';
import { type FileKind, KIND_BY_EXTENSION } from '#languages/kinds.ts';
import type { ParseMode, ParseOutcome } from '#parse/engine.ts';
import { lastName } from '#tree/globs/glob.ts';
import { hasExtension, kindOfName, kindOfShebang } from '#tree/kind.ts';
import type { FileReading } from '#tree/read.ts';
import type { RoleFinder } from '#tree/roles.ts';
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
  const mayBeScript = kind === undefined && found.executable && !hasExtension(name);
  return { found, kind, mayBeScript, mayBeParsed: kind?.parsed ?? mayBeScript, inModulePackage: false };
}

/**
 * @param reading of the file, with its bytes if it may be parsed and is within the limit
 * @param limit the parse limit in bytes, for the reason of a file that exceeds it
 */
export function readFileEntry(plan: FilePlan, reading: FileReading, roles: RoleFinder, limit: number): ReadFile {
  const { found } = plan;
  if ('reason' in reading) {
    const kind = kindInPackage(plan.kind, plan);
    const described = { ...named(found), size: found.size, ...(kind && modeOf(kind)) };
    return { entry: { ...described, status: 'unreadable', reason: reading.reason, ...roles.of(found.path, NO_BYTES) } };
  }
  const { size, sha256, lines, head, bytes } = reading;
  const byFirstLine = plan.mayBeScript || plan.kind?.shebangFirst ? kindOfShebang(head) : undefined;
  const kind = kindInPackage(byFirstLine ?? plan.kind, plan);
  const entry = { ...named(found), size, sha256, lines, ...(kind && modeOf(kind)), ...roles.of(found.path, head) };
  // A file of a known, unsupported language has that status for any content.
  if (kind?.parsed === false) return { entry: { ...entry, status: 'unsupported-language' } };
  if (head.includes(0)) return { entry: { ...entry, status: 'binary' } };
  if (kind === undefined) return { entry: { ...entry, status: 'inventory' } };
  if (bytes === undefined) return { entry: { ...entry, status: 'too-large', reason: `larger than ${limit} bytes` } };
  return { unparsed: entry, mode: modeOf(kind), bytes };
}

function kindInPackage(kind: FileKind | undefined, { inModulePackage }: FilePlan): FileKind | undefined {
  const isPlain = kind?.language === 'javascript' && (kind.dialect === undefined || kind.dialect === 'jsx');
  return inModulePackage && isPlain ? KIND_BY_EXTENSION.get('.mjs') : kind;
}

export function parsedFileEntry(unparsed: UnparsedEntry, outcome: ParseOutcome): FileEntry {
  const { status } = outcome;
  switch (status) {
    case 'analyzed':
    case 'partial':
      return { ...unparsed, ...encodingOf(outcome), status, facts: outcome.facts };
    case 'syntax-error':
      return { ...unparsed, ...encodingOf(outcome), status, errors: outcome.errors };
    default:
      return { ...unparsed, status, reason: outcome.reason };
  }
}

const NO_BYTES = new Uint8Array(0);

function named({ path, raw }: FoundFile): { path: string; name_lossy?: true; kind: 'file' } {
  return { path, ...(raw && { name_lossy: true }), kind: 'file' };
}

function modeOf({ language, dialect }: FileKind): ParseMode {
  return dialect === undefined ? { language } : { language, dialect };
}

function encodingOf({ encoding }: { encoding?: string }): { encoding?: string } {
  return encoding === undefined ? {} : { encoding };
}
