import { AnalyzerError, type FieldError } from '@analyzer/contracts';
import { fieldErrorOf, type SchemaError } from '@analyzer/contracts/schema-problem';
import { readInputFile } from '#tree/input-file.ts';

/** The validator of a schema: a type guard with the errors of its last call. */
interface Validator<T> {
  (value: unknown): value is T;
  errors?: SchemaError[] | null;
}

interface Opening {
  /** What the file is, for errors. */
  what: string;
  /** Its schema. */
  schema: string;
  mebibytes: number;
  /** Follow a symbolic link: for a path that the user named, not for a default name in a project. */
  follow: boolean;
}

/** A JSON file that the user writes, such as a list of projects. Its errors name the location in it. */
export class SettingsFile {
  /** As the user wrote it. */
  readonly path: string;
  readonly #opening: Opening;

  constructor(path: string, opening: Opening) {
    this.path = path;
    this.#opening = opening;
  }

  /**
   * @returns its JSON value; undefined if there is no such file
   * @throws {AnalyzerError} `unreadable`; `invalid_file` if it is not JSON in UTF-8
   */
  read(): unknown {
    const { mebibytes, follow } = this.#opening;
    const limit = mebibytes * 1024 * 1024;
    const bytes = readInputFile(this.path, { limit: limit + 1, follow });
    if (bytes === undefined) return undefined;
    if (bytes.length > limit) {
      throw new AnalyzerError('unreadable', { path: this.path, reason: `it is larger than ${mebibytes} MiB` });
    }
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw this.invalid({ pointer: '', code: 'bad_format', message: `invalid JSON: ${problem}` }, { cause: error });
    }
  }

  /** @throws {AnalyzerError} `not_found` */
  readExisting(): unknown {
    const value = this.read();
    if (value !== undefined) return value;
    throw new AnalyzerError('not_found', { what: this.#opening.what, name: this.path });
  }

  /** @throws {AnalyzerError} `invalid_file` with the first violation of the schema */
  validated<T>(value: unknown, validate: Validator<T>): T {
    if (validate(value)) return value;
    const [first] = validate.errors ?? [];
    const message = `is not a ${this.#opening.what}`;
    throw this.invalid(first === undefined ? { pointer: '', code: 'bad_format', message } : fieldErrorOf(first));
  }

  /** Adds the location in the file to errors of one of its values. */
  at<T>(pointer: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof AnalyzerError)) throw error;
      const { message, hint } = error;
      throw this.invalid(
        { pointer, code: 'not_allowed', message },
        { cause: error, ...(hint !== undefined && { hint }) },
      );
    }
  }

  invalid(error: FieldError, { cause, hint }: { cause?: unknown; hint?: string } = {}): AnalyzerError {
    const { pointer, message } = error;
    const problem = pointer === '' ? message : `${pointer} ${message}`;
    return new AnalyzerError(
      'invalid_file',
      { path: this.path, problem },
      { hint: hint ?? `Its schema: ${this.#opening.schema}.`, errors: [error], cause },
    );
  }
}
