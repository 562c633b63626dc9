import type { Statements } from '../sqlite/statements.ts';
import { Dictionary } from './dictionary.ts';
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
