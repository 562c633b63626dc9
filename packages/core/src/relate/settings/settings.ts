import { compareBytes } from '@analyzer/contracts/order';
import type { ConfigurationProblem } from '../model.ts';
import { bundlerEntries } from './bundler-entries.ts';
import { parseIni } from './ini.ts';
import { isTable, type Json, parseJson } from './json.ts';
import { SettingError } from './setting-error.ts';
import { parseToml } from './toml.ts';
import { workspaceGlobsOfYaml } from './workspace-yaml.ts';

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

  /** The content of a file: a table, for `pnpm-workspace.yaml` its globs, for a bundler its entries; undefined for a file that cannot be used. */
  value(path: string): Json | undefined {
    if (this.#parsed.has(path)) return this.#parsed.get(path);
    const value = this.#parse(path);
    this.#parsed.set(path, value);
    return value;
  }

  /** Reads all files, so that the problems of files without an effect are known. */
  readAll(): void {
    for (const path of this.#texts.keys()) this.value(path);
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
    const file = this.#texts.get(path);
    if (file === undefined) return undefined;
    try {
      if ('problem' in file) throw new SettingError(file.problem);
      return parseSetting(path, file.text);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      this.report(path, error.message);
      return undefined;
    }
  }
}

/** @throws {SettingError} */
function parseSetting(path: string, text: string): Json {
  if (path.endsWith('.toml')) return parseToml(text);
  if (path.endsWith('.cfg')) return parseIni(text);
  if (path.endsWith('.yaml')) return workspaceGlobsOfYaml(text);
  if (!path.endsWith('.json') && !path.endsWith('.lock')) return bundlerEntries(text);
  const value = parseJson(text);
  if (!isTable(value)) throw new SettingError('not a JSON object');
  return value;
}
