import type { EarlierStrings } from '../ids/id-layout.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/** Strings that rows of all projects refer to by number. */
export interface Dictionaries {
  names: Dictionary;
  languages: Dictionary;
  /** Exclusions: reason and rule, separated by NUL. */
  rules: Dictionary;
}

/** @param earlier numbers of strings in an earlier index */
export function createDictionaries(statements: Statements, earlier?: EarlierStrings): Dictionaries {
  const names = new Table(statements, 'name', ['id', 'text']);
  const languages = new Table(statements, 'language', ['id', 'name']);
  const rules = new Table(statements, 'exclusion_rule', ['id', 'reason', 'rule']);
  return {
    names: new Dictionary((id, text) => names.insert({ id, text }), earlier?.names),
    languages: new Dictionary((id, name) => languages.insert({ id, name }), earlier?.languages),
    rules: new Dictionary((id, text) => {
      const [reason = '', rule = ''] = text.split('\0');
      rules.insert({ id, reason, rule });
    }, earlier?.rules),
  };
}

/** Assigns numbers to strings, in order of first use after those of an earlier index, and writes each string once. */
class Dictionary {
  readonly #write: (id: number, text: string) => void;
  readonly #ids = new Map<string, number>();
  readonly #earlier: ReadonlyMap<string, number> | undefined;
  #last = 0;

  /** @param write called for each new string */
  constructor(write: (id: number, text: string) => void, earlier?: ReadonlyMap<string, number>) {
    this.#write = write;
    this.#earlier = earlier;
    for (const id of earlier?.values() ?? []) this.#last = Math.max(this.#last, id);
  }

  id(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#earlier?.get(text) ?? ++this.#last;
      this.#ids.set(text, id);
      this.#write(id, text);
    }
    return id;
  }
}
