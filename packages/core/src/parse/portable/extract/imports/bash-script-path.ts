/** The running script, or a folder by its path relative to the script's folder: empty, or `/` before each name. */
export type ScriptPath = { kind: 'script' } | { kind: 'folder'; path: string };

const SCRIPT: ScriptPath = { kind: 'script' };
/** Bytes of a word. */
const LONGEST = 1000;
/** Variables and substitutions in each other. */
const DEEPEST = 16;
const ENDS_WORD = ' \t\n;|&<>()';
const EXPANDS = '*?[{~';
const PARAMETER = /^(?<name>[A-Za-z_][A-Za-z0-9_]*|0)(?<item>\[0\])?(?<other>:?-\$(?:0|\{0\}))?(?<folder>%\/\*)?$/;

/**
 * Evaluates words in which a script computes a path from its own: `$0`, `${BASH_SOURCE[0]}`, `dirname`, `%/*`,
 * `cd … && pwd`, `readlink -f`, `realpath`, and variables with only one assignment. Nothing is executed: other words have
 * no value.
 */
export class ScriptPaths {
  readonly #assigned: (name: string) => string | undefined;
  #depth = 0;

  /** @param assigned the word that a variable has in the complete file; undefined if it can have another value */
  constructor(assigned: (name: string) => string | undefined) {
    this.#assigned = assigned;
  }

  /** @param word as written; an expansion can only be at its start */
  word(word: string): ScriptPath | undefined {
    if (this.#depth === DEEPEST || Buffer.byteLength(word) > LONGEST) return undefined;
    this.#depth++;
    const value = this.#word(word);
    this.#depth--;
    return value;
  }

  #word(word: string): ScriptPath | undefined {
    let value: ScriptPath | undefined;
    let literal = '';
    let quoted = false;
    for (let at = 0; at < word.length; ) {
      const one = word[at] ?? '';
      if (one === '"') {
        quoted = !quoted;
        at++;
      } else if (one === "'" && !quoted) {
        const end = word.indexOf("'", at + 1);
        if (end < 0) return undefined;
        literal += word.slice(at + 1, end);
        at = end + 1;
      } else if (one === '$') {
        const end = expansionEnd(word, at);
        if (value !== undefined || literal !== '' || end === undefined) return undefined;
        value = this.#expansion(word.slice(at, end));
        if (value === undefined) return undefined;
        at = end;
      } else if (one === '\\' || one === '`' || (!quoted && (ENDS_WORD.includes(one) || EXPANDS.includes(one)))) {
        return undefined;
      } else {
        literal += one;
        at++;
      }
    }
    if (quoted || value === undefined || literal === '') return quoted ? undefined : value;
    return value.kind === 'folder' && literal.startsWith('/') ? inside(value, literal) : undefined;
  }

  #expansion(text: string): ScriptPath | undefined {
    if (text.startsWith('$((')) return undefined;
    if (text.startsWith('$(')) return this.#substitution(text.slice(2, -1));
    return text.startsWith('${') ? this.#parameter(text.slice(2, -1)) : this.#variable(text.slice(1));
  }

  /** `name`, `name%/*`, and for the array of scripts `BASH_SOURCE[0]` and `BASH_SOURCE:-$0`. */
  #parameter(text: string): ScriptPath | undefined {
    const { name, item, other, folder } = PARAMETER.exec(text)?.groups ?? {};
    if (name === undefined || (other !== undefined && folder !== undefined)) return undefined;
    if (name !== 'BASH_SOURCE' && (item ?? other) !== undefined) return undefined;
    const value = this.#variable(name);
    return folder === undefined ? value : folderOf(value);
  }

  #variable(name: string): ScriptPath | undefined {
    if (name === '0' || name === 'BASH_SOURCE') return SCRIPT;
    const word = this.#assigned(name);
    return word === undefined ? undefined : this.word(word);
  }

  #substitution(text: string): ScriptPath | undefined {
    const [first, second, ...others] = commandsOf(text) ?? [];
    if (first === undefined || others.length > 0) return undefined;
    while (first[0] === 'builtin' || first[0] === 'command' || first[0] === 'CDPATH=') first.shift();
    const name = first.shift();
    const options: string[] = [];
    while (first[0]?.startsWith('-') === true) options.push(first.shift() ?? '');
    const value = first.length === 1 ? this.word(first[0] ?? '') : undefined;
    if (second !== undefined) {
      const isFolder = name === 'cd' && second[0] === 'pwd' && second.slice(1).every((it) => it.startsWith('-'));
      return isFolder && value?.kind === 'folder' ? value : undefined;
    }
    if (name === 'dirname') return folderOf(value);
    if (name === 'readlink') return options.some((it) => /^-[efm]/.test(it)) ? value : undefined;
    return name === 'realpath' ? value : undefined;
  }
}

function inside({ path }: { path: string }, literal: string): ScriptPath {
  return { kind: 'folder', path: path + literal };
}

function folderOf(value: ScriptPath | undefined): ScriptPath | undefined {
  if (value === undefined) return undefined;
  return value.kind === 'script' ? { kind: 'folder', path: '' } : inside(value, '/..');
}

/** The words of commands that `&&` or `;` separates, without redirections; undefined for other commands. */
function commandsOf(text: string): string[][] | undefined {
  const commands: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    const [one = '', next = ''] = [text[at], text[at + 1]];
    if (' \t\n'.includes(one)) at++;
    else if (one === ';' || (one === '&' && next === '&')) {
      commands.push([]);
      at += one === ';' ? 1 : 2;
    } else if (one === '>' || ('12&'.includes(one) && next === '>')) {
      const end = redirectionEnd(text, one === '>' ? at + 1 : at + 2);
      if (end === undefined) return undefined;
      at = end;
    } else {
      const end = wordEnd(text, at);
      if (end === undefined || end === at) return undefined;
      commands.at(-1)?.push(text.slice(at, end));
      at = end;
    }
  }
  return commands;
}

/** @param start after the operator's `>` */
function redirectionEnd(text: string, start: number): number | undefined {
  let at = start;
  if (text[at] === '>' || text[at] === '&') at++;
  while (text[at] === ' ' || text[at] === '\t') at++;
  const end = wordEnd(text, at);
  return end === at ? undefined : end;
}

function wordEnd(text: string, start: number): number | undefined {
  let at: number | undefined = start;
  while (at !== undefined && at < text.length) {
    const one = text[at] ?? '';
    if (ENDS_WORD.includes(one)) break;
    if (one === '"') at = quoteEnd(text, at);
    else if (one === "'") at = after(text.indexOf("'", at + 1));
    else if (opens(text, at)) at = closingEnd(text, at);
    else at += one === '\\' ? 2 : 1;
  }
  return at;
}

/** @param start of a double quote */
function quoteEnd(text: string, start: number): number | undefined {
  let at: number | undefined = start + 1;
  while (at !== undefined && at < text.length) {
    if (text[at] === '"') return at + 1;
    at = opens(text, at) ? closingEnd(text, at) : at + (text[at] === '\\' ? 2 : 1);
  }
  return undefined;
}

/** The end of a variable, `${…}` or `$(…)`; undefined for another text. @param start of its `$` */
export function expansionEnd(text: string, start: number): number | undefined {
  if (opens(text, start)) return closingEnd(text, start);
  const name = /^\$(?:[0-9]|[A-Za-z_][A-Za-z0-9_]*)/.exec(text.slice(start, start + LONGEST))?.[0];
  return name === undefined ? undefined : start + name.length;
}

/** Whether `$(` or `${` is here. */
function opens(text: string, at: number): boolean {
  return text[at] === '$' && (text[at + 1] === '(' || text[at + 1] === '{');
}

/** The end of `$(…)` or `${…}`, with expansions and quotes in it. */
function closingEnd(text: string, start: number): number | undefined {
  const open = [text[start + 1] === '(' ? ')' : '}'];
  let at = start + 2;
  while (at < text.length) {
    const one = text[at] ?? '';
    const top = open.at(-1);
    if (one === '\\') at += 2;
    else if (opens(text, at)) {
      open.push(text[at + 1] === '(' ? ')' : '}');
      at += 2;
    } else if (one === '"' && top !== '"') {
      open.push('"');
      at++;
    } else if (one === top) {
      open.pop();
      at++;
      if (open.length === 0) return at;
    } else if (one === "'" && top !== '"') {
      const end = after(text.indexOf("'", at + 1));
      if (end === undefined) return undefined;
      at = end;
    } else {
      if (one === '(' && top === ')') open.push(')');
      at++;
    }
  }
  return undefined;
}

function after(index: number): number | undefined {
  return index < 0 ? undefined : index + 1;
}
