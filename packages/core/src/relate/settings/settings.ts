import { compareBytes } from '@analyzer/contracts/order';
import type { ConfigurationProblem } from '../model.ts';
import { type Json, JsonError, parseJson } from './json.ts';

/** The text of a configuration file, or why it was not read. */
export type SettingText = { text: string } | { problem: string };

/** The configuration files of a project, each parsed at most once. */
export class Settings {
  readonly #texts: ReadonlyMap<string, SettingText>;
  readonly #parsed = new Map<string, Json | undefined>();
  readonly #problems = new Map<string, string>();

  constructor(texts: ReadonlyMap<string, SettingText>) {
    this.#texts = texts;
  }

  /** Paths of the files that were read, in the order given. */
  paths(): Iterable<string> {
    return this.#texts.keys();
  }

  text(path: string): string | undefined {
    const file = this.#texts.get(path);
    if (file === undefined) return undefined;
    if ('text' in file) return file.text;
    this.report(path, file.problem);
    return undefined;
  }

  json(path: string): Json | undefined {
    if (this.#parsed.has(path)) return this.#parsed.get(path);
    const value = this.#parse(path);
    this.#parsed.set(path, value);
    return value;
  }

  /** The first problem of a file counts. */
  report(path: string, problem: string): void {
    if (!this.#problems.has(path)) this.#problems.set(path, problem);
  }

  problems(): ConfigurationProblem[] {
    const problems = Array.from(this.#problems, ([path, problem]) => ({ path, problem }));
    return problems.sort((a, b) => compareBytes(a.path, b.path));
  }

  #parse(path: string): Json | undefined {
    const text = this.text(path);
    if (text === undefined) return undefined;
    try {
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      this.report(path, error.message);
      return undefined;
    }
  }
}
