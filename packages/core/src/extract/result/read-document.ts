import { isUtf8 } from 'node:buffer';
import { fieldErrorOf, type SchemaError } from '@analyzer/contracts/schema-problem';
import type { CheckedFile, FileProblem } from '#tree/checked-file.ts';
import type { RefusalReason, Refuse } from './model.ts';
import type { ResultFiles } from './result-files.ts';

/** The largest result has 10,000 changed files. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024;
/** Errors of a document in its refusal. */
const MAX_ERRORS = 5;

/** Reasons for a file that cannot be read safely. */
export const FILE_REASONS: Readonly<Record<Exclude<FileProblem, 'missing' | 'changed'>, [RefusalReason, string]>> = {
  link: ['link', 'it or a folder on its path is a symbolic link'],
  not_a_file: ['not_a_file', 'it is not a regular file'],
  too_large: ['too_large', 'it is too large'],
  unreadable: ['unreadable', 'it cannot be read'],
};

/** A validator generated from a schema. */
interface Validator<T> {
  (value: unknown): value is T;
  errors?: SchemaError[] | null;
}

export interface ReadDocument<T> {
  file: CheckedFile;
  value: T;
}

/**
 * Reads a JSON document that another program wrote and validates it.
 *
 * @param reasons of a missing and of an invalid document
 */
export async function readDocument<T>(
  files: ResultFiles,
  path: string,
  validate: Validator<T>,
  reasons: { missing: RefusalReason; invalid: RefusalReason },
  refuse: Refuse,
): Promise<ReadDocument<T> | undefined> {
  const read = await files.read(path, LARGEST_DOCUMENT);
  if ('problem' in read) {
    if (read.problem === 'missing') refuse(reasons.missing, path, 'the file does not exist');
    else if (read.problem === 'changed') refuse('unreadable', path, 'it changed while it was read');
    else refuse(FILE_REASONS[read.problem][0], path, FILE_REASONS[read.problem][1]);
    return undefined;
  }
  const { content, ...file } = read;
  const value = parsed(content);
  if (value === undefined) {
    refuse(reasons.invalid, path, 'it is not JSON in UTF-8');
    return undefined;
  }
  if (validate(value)) return { file, value };
  // The condition of a rule says nothing more than the rule.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const { pointer, message } = fieldErrorOf(error);
    refuse(reasons.invalid, path, `${pointer === '' ? 'the document' : pointer} ${message}`);
  }
  return undefined;
}

function parsed(content: Buffer): unknown {
  if (!isUtf8(content)) return undefined;
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}
