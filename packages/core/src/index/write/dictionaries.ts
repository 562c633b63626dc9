import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/** Strings that rows of all projects refer to by number. */
export interface Dictionaries {
  names: Dictionary;
  languages: Dictionary;
  /** Exclusions: reason and rule, separated by NUL. */
  rules: Dictionary;
}

export function createDictionaries(statements: Statements): Dictionaries {
  const names = new Table(statements, 'name', ['id', 'text']);
  const languages = new Table(statements, 'language', ['id', 'name']);
  const rules = new Table(statements, 'exclusion_rule', ['id', 'reason', 'rule']);
  return {
    names: new Dictionary((id, text) => names.insert({ id, text })),
    languages: new Dictionary((id, name) => languages.insert({ id, name })),
    rules: new Dictionary((id, text) => {
      const [reason = '', rule = ''] = text.split('\0');
      rules.insert({ id, reason, rule });
    }),
  };
}

/** Assigns numbers to strings, from 1 in order of first use, and writes each string once. */
class Dictionary {
  readonly #write: (id: number, text: string) => void;
  readonly #ids = new Map<string, number>();

  /** @param write called for each new string */
  constructor(write: (id: number, text: string) => void) {
    this.#write = write;
  }

  id(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#ids.size + 1;
      this.#ids.set(text, id);
      this.#write(id, text);
    }
    return id;
  }
}
