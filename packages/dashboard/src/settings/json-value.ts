import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { durationMs } from '../event/duration.ts';
import { isObject, own } from '../event/values.ts';
import { readPrivateFile } from './private-file.ts';

/** A value of the settings file, with its path for messages such as `services[0].expect`. */
export class JsonValue {
  readonly value: unknown;
  readonly #file: string;
  readonly #path: string;

  constructor(value: unknown, file: string, path = '') {
    this.value = value;
    this.#file = file;
    this.#path = path;
  }

  /** @throws AnalyzerError `invalid_file` always */
  fail(problem: string, hint: string): never {
    const path = this.#path === '' ? '' : `${this.#path}: `;
    throw new AnalyzerError('invalid_file', { path: this.#file, problem: `${path}${problem}` }, { hint });
  }

  /** @returns the value of a key of this object @throws if it is another value or has unknown keys */
  object<Key extends string>(keys: readonly Key[]): (key: Key) => JsonValue | undefined {
    const { value } = this;
    if (!isObject(value)) this.fail(`${this.#shown} is not an object`, 'Write an object in braces.');
    const unknown = Object.keys(value).find((key) => !keys.some((one) => one === key));
    if (unknown !== undefined) {
      const near = nearest(unknown, keys);
      const hint = near === undefined ? `Known keys: ${keys.join(', ')}.` : `Did you mean "${near}"?`;
      this.fail(`unknown key ${JSON.stringify(unknown)}`, hint);
    }
    const prefix = this.#path === '' ? '' : `${this.#path}.`;
    return (key) => {
      const given = own(value, key);
      return given === undefined ? undefined : new JsonValue(given, this.#file, `${prefix}${key}`);
    };
  }

  list(): JsonValue[] {
    const { value } = this;
    if (!Array.isArray(value)) this.fail(`${this.#shown} is not a list`, 'Write a list in brackets.');
    return value.map((one: unknown, i) => new JsonValue(one, this.#file, `${this.#path}[${i}]`));
  }

  string(): string {
    const { value } = this;
    if (typeof value !== 'string' || value === '')
      this.fail(`${this.#shown} is not a string with characters`, 'Quote it.');
    return value;
  }

  /** @param from least value @param to greatest value */
  integer(from: number, to: number): number {
    const { value } = this;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to) {
      this.fail(`${this.#shown} is not an integer from ${from} to ${to}`, 'Write digits without quotes.');
    }
    return value;
  }

  /** Milliseconds. */
  duration(): number {
    const { value } = this;
    const ms = typeof value === 'string' ? durationMs(value) : undefined;
    if (ms === undefined)
      this.fail(`${this.#shown} is not a duration`, 'Write a number and s, m, h or d, such as "10m".');
    return ms;
  }

  /** Bytes. */
  bytes(): number {
    const { value } = this;
    const [, digits, unit = ''] = typeof value === 'string' ? (/^(\d{1,6}) ?(MB|GB)$/.exec(value) ?? []) : [];
    if (digits === undefined) {
      return this.fail(`${this.#shown} is not a size`, 'Write a number and MB or GB, such as "1GB".');
    }
    return Number(digits) * (unit === 'MB' ? 1e6 : 1e9);
  }

  /** A string, or the content of an environment variable or of a private file: `{"env": …}` or `{"file": …}`. */
  secret(): string {
    if (typeof this.value === 'string') return this.string();
    const given = this.object(['env', 'file']);
    const [name, file] = [given('env')?.string(), given('file')?.string()];
    if (file !== undefined) return readPrivateFile(file).trim();
    if (name === undefined) this.fail('neither "env" nor "file" is set', 'Name an environment variable or a file.');
    const value = process.env[name] ?? '';
    if (value === '') this.fail(`the environment variable ${name} is not set`, 'Set it for the server.');
    return value;
  }

  /** An http(s) URL. */
  url(): string {
    const text = this.secret();
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '') {
      // The URL may be a secret.
      this.fail('this is not an http(s) URL without a user', 'Write a URL such as https://hooks.example/x.');
    }
    return text;
  }

  get #shown(): string {
    const text = JSON.stringify(this.value);
    return text.length > 60 ? `${text.slice(0, 60)} …` : text;
  }
}
