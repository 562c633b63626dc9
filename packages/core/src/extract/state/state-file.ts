import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { type FileLock, tryToLock } from '#index/file-lock.ts';
import { failureOf } from '#tree/failure.ts';
import { readInputFile } from '#tree/input-file.ts';
import { type OnChange, replaceFile } from '../files/replace-file.ts';
import type { ExtractionState } from './model.ts';
import { parseState, stateText } from './state-text.ts';

/** The end of the name of a state file: scans exclude such files with its first bytes (`languages/exclusions.json`). */
const ENDING = '.json';
const LARGEST = 256 * 1024 * 1024;

/**
 * Reads a state file without locking it.
 *
 * @param path as the user wrote it
 * @throws AnalyzerError `not_found`, `unreadable`, `invalid_file`
 */
export function readState(path: string): ExtractionState {
  const state = readStateIfPresent(path);
  if (state !== undefined) return state;
  throw new AnalyzerError(
    'not_found',
    { what: 'state file', name: path },
    { hint: 'Create it with `analyzer tickets materialize`, or name another with --state.' },
  );
}

/** A state file that this process has locked. */
export class StateFile {
  readonly #path: string;
  readonly #location: string;
  readonly #lock: FileLock;
  readonly #onChange: OnChange | undefined;

  private constructor(path: string, location: string, lock: FileLock, onChange: OnChange | undefined) {
    this.#path = path;
    this.#location = location;
    this.#lock = lock;
    this.#onChange = onChange;
  }

  /**
   * @param path as the user wrote it
   * @throws AnalyzerError `state_locked`, `usage` for another name, `output_failed`
   */
  static async lock(path: string, onChange?: OnChange): Promise<StateFile> {
    const location = locationOf(path);
    const lock = await tryToLock(`${location}-lock`).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new AnalyzerError('output_failed', { path: `${path}-lock`, reason }, { cause });
    });
    if (lock === undefined) {
      throw new AnalyzerError('state_locked', { path }, { hint: 'Wait until that process has ended.' });
    }
    return new StateFile(path, location, lock, onChange);
  }

  /** Absolute path without symbolic links. */
  get location(): string {
    return this.#location;
  }

  /** @returns undefined if there is no such file. @throws AnalyzerError `unreadable`, `invalid_file` */
  read(): ExtractionState | undefined {
    return readStateIfPresent(this.#path);
  }

  /** Replaces the file atomically and flushes it to disk. @throws AnalyzerError `output_failed` */
  write(state: ExtractionState): void {
    try {
      replaceFile(this.#location, stateText(state), { onChange: this.#onChange });
    } catch (cause) {
      throw new AnalyzerError('output_failed', { path: this.#path, reason: failureOf(cause).reason }, { cause });
    }
  }

  release(): void {
    this.#lock.release();
  }
}

/** Reads a state file without locking it. @returns undefined if there is no such file. @throws as `readState` */
export function readStateIfPresent(path: string): ExtractionState | undefined {
  const bytes = readInputFile(path, { limit: LARGEST + 1, follow: false });
  if (bytes === undefined) return undefined;
  if (bytes.length > LARGEST) throw new AnalyzerError('unreadable', { path, reason: `larger than ${LARGEST} bytes` });
  return parseState(bytes.toString('utf8'), path);
}

/** @returns absolute path without symbolic links */
function locationOf(path: string): string {
  const location = resolve(path);
  const name = basename(location);
  if (!name.endsWith(ENDING)) {
    throw new AnalyzerError(
      'usage',
      { problem: `the name of the state file ${path} does not end with ${ENDING}` },
      { hint: 'Scans recognize such files by their content, so that they do not list them. Rename it.' },
    );
  }
  if (lstatSync(location, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new AnalyzerError('output_failed', { path, reason: 'it is a symbolic link' }, { hint: 'Name its target.' });
  }
  try {
    return join(realpathSync(dirname(location)), name);
  } catch (cause) {
    throw new AnalyzerError('output_failed', { path, reason: 'its folder does not exist' }, { cause });
  }
}
