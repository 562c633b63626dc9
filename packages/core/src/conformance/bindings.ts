import type { CodeFile, CodeImport } from './project.ts';

/** A name of another module that a file may call by a name of its own. */
export interface Imported {
  from: CodeImport;
  /** Module and name, as one dotted name. */
  name: string;
}

const WHOLE = new Set(['*', 'default']);

/** What the local names of a file stand for in other modules. */
export class Bindings {
  readonly #byHead = new Map<string, { from: CodeImport; base: string }[]>();

  constructor(file: CodeFile) {
    for (const from of file.imports) {
      if (from.names.length === 0) this.#add(firstName(from.specifier), from, firstName(from.specifier));
      for (const { name, alias } of from.names) {
        if (file.language === 'php') this.#add(alias ?? lastName(from.specifier), from, from.specifier);
        else if (WHOLE.has(name)) this.#add(alias ?? name, from, from.specifier);
        else this.#add(alias ?? name, from, `${from.specifier}/${name}`);
      }
    }
  }

  /** What a callee may stand for outside of the file. */
  of(callee: string): Imported[] {
    const head = callee.split('.', 1)[0] ?? '';
    const rest = callee.slice(head.length).replace(/^\./, '');
    return (this.#byHead.get(head) ?? []).map(({ from, base }) => ({
      from,
      name: rest === '' ? base : `${base}/${rest}`,
    }));
  }

  #add(local: string, from: CodeImport, base: string): void {
    const list = this.#byHead.get(local);
    if (list === undefined) this.#byHead.set(local, [{ from, base }]);
    else list.push({ from, base });
  }
}

function firstName(specifier: string): string {
  return specifier.split('.', 1)[0] ?? specifier;
}

function lastName(specifier: string): string {
  return specifier.slice(specifier.lastIndexOf('\\') + 1);
}
