import { basename, join } from 'node:path';
import { AnalyzerError, type FieldError } from '@analyzer/contracts';
import { validate } from '@analyzer/contracts/analyzer.baseline.v2/validate';
import { fieldErrorOf } from '@analyzer/contracts/schema-problem';
import type { Baseline } from '@analyzer/core/check/model.ts';
import { FINGERPRINT_VERSION, FORMER_FINGERPRINT } from '@analyzer/core/parse/versions.ts';
import { renderBaseline } from '@analyzer/core/render/check/baseline.ts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import { NewFile } from '../output/new-file.ts';

export const BASELINE_NAME = 'analyzer.baseline.json';
/** A baseline of a hundred thousand groups has about 30 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The committed file of findings that `analyzer check` allows. */
export class BaselineFile {
  /** As the user writes it. */
  readonly path: string;
  readonly #project: string;
  readonly #chosen: string | undefined;

  /**
   * @param project the folder, as the user wrote it
   * @param chosen the file, unless it is the default one
   */
  constructor(project: string, chosen: string | undefined) {
    this.path = chosen ?? join(project, BASELINE_NAME);
    this.#project = project;
    this.#chosen = chosen;
  }

  /** The command that writes it. */
  get command(): string {
    const folder = this.#project === '.' ? '' : ` ${shellWord(this.#project)}`;
    const file = this.#chosen === undefined ? '' : ` --baseline ${shellWord(this.#chosen)}`;
    return `analyzer baseline${folder}${file}`;
  }

  get name(): string {
    return basename(this.path);
  }

  /**
   * @returns undefined if there is no such file
   * @throws AnalyzerError `invalid_file` if it is not a baseline, `unreadable`
   */
  read(): Baseline | undefined {
    const text = this.#text();
    if (text === undefined) return undefined;
    const value = this.#parsed(text);
    if (isOlder(value)) {
      throw this.#refused(
        'it has the format analyzer.baseline.v1, which lists only identical functions',
        `Remove it and write it again at a commit without other changes: ${this.command}`,
      );
    }
    if (!validate(value)) {
      const errors = (validate.errors ?? []).map(fieldErrorOf);
      throw this.#refused('it is not a baseline of this program', this.#remedy, errors);
    }
    const ids = new Set<string>();
    for (const { id } of value.groups) {
      if (ids.has(id)) throw this.#refused(`it lists ${id} twice`, `Keep one of the lines. ${this.#remedy}`);
      ids.add(id);
    }
    return value;
  }

  /** @throws AnalyzerError `invalid_file` if its ids have another version */
  requireComparable({ fingerprint }: Baseline): void {
    if (fingerprint === FINGERPRINT_VERSION) return;
    throw this.#refused(
      `its fingerprints have version ${fingerprint}, those of this program version ${FINGERPRINT_VERSION}`,
      fingerprint === FORMER_FINGERPRINT
        ? `Convert it: ${this.command} --migrate`
        : `Write it again at a commit without other changes: ${this.command} --accept all`,
    );
  }

  /** @returns whether the file was changed */
  async write(baseline: Baseline, signal: AbortSignal): Promise<boolean> {
    const text = renderBaseline(baseline);
    if (this.#text() === text) return false;
    await new NewFile(this.path, () => true).write([text], signal);
    return true;
  }

  #text(): string | undefined {
    const follow = this.#chosen !== undefined;
    const bytes = readInputFile(this.path, { limit: MAX_BYTES + 1, follow });
    if (bytes === undefined) return undefined;
    if (bytes.length > MAX_BYTES) throw this.#refused(`it has more than ${MAX_BYTES} bytes`, this.#remedy);
    return bytes.toString();
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw this.#refused('invalid JSON', `After a merge, look for conflict marks. ${this.#remedy}`);
    }
  }

  get #remedy(): string {
    return `Restore it from version control, or remove it and write it again: ${this.command}`;
  }

  #refused(problem: string, hint: string, errors?: readonly FieldError[]): AnalyzerError {
    return new AnalyzerError('invalid_file', { path: this.path, problem }, { hint, ...(errors && { errors }) });
  }
}

/** Whether it is a baseline of the first format. */
function isOlder(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'schema' in value && value.schema === 'analyzer.baseline.v1';
}

/** Quotes a word for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w./+=:@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
