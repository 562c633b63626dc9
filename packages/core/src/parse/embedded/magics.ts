import { PYTHON_CELLS } from '#languages/hosts.ts';
import type { CellLine } from './regions.ts';

const INDENTED = /^[ \t]+/;
const CELL_MAGIC = /^%%([A-Za-z0-9_]*)/;
const IN_NAMES = /[A-Za-z0-9_.]/;

/** A cell without the lines that are commands of IPython or of a shell. */
export function withoutMagics(cell: readonly CellLine[]): CellLine[] {
  const [first, ...rest] = cell;
  const magic = CELL_MAGIC.exec(first?.text ?? '');
  if (magic !== null) return PYTHON_CELLS.has(magic[1] ?? '') ? withoutLineMagics(rest) : [];
  return withoutLineMagics(cell);
}

function withoutLineMagics(cell: readonly CellLine[]): CellLine[] {
  const scan = new PythonLines();
  let isCommand = false;
  return cell.map(({ line, text }) => {
    const isContinued = isCommand;
    isCommand = isCommand || (scan.isStatementStart && isMagic(text));
    if (!isCommand) {
      scan.read(text);
      return { line, text };
    }
    isCommand = text.endsWith('\\');
    // A block may have no other statement.
    const indent = isContinued ? undefined : INDENTED.exec(text)?.[0];
    return { line, text: indent === undefined ? '' : `${indent}pass` };
  });
}

/** `%time`, `!ls`, `?list`; the first two assigned to names; `list?`. */
function isMagic(text: string): boolean {
  const from = afterBlanks(text, 0);
  if ('%!?'.includes(text.charAt(from) || ' ')) return true;
  let end = from;
  while (IN_NAMES.test(text.charAt(end))) end++;
  if (end === from) return false;
  if (text.charAt(end) === '?') {
    const marks = text.charAt(end + 1) === '?' ? 2 : 1;
    return afterBlanks(text, end + marks) === text.length;
  }
  while (end < text.length && (',\t '.includes(text.charAt(end)) || IN_NAMES.test(text.charAt(end)))) end++;
  return text.charAt(end) === '=' && '%!'.includes(text.charAt(afterBlanks(text, end + 1)) || ' ');
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at++;
  return at;
}

/** Whether the next line starts a statement, by brackets, strings and backslashes of the lines before. */
class PythonLines {
  #depth = 0;
  /** The open triple quote. */
  #open = '';
  #isJoined = false;

  get isStatementStart(): boolean {
    return this.#depth === 0 && this.#open === '' && !this.#isJoined;
  }

  read(text: string): void {
    this.#isJoined = false;
    let at = 0;
    while (at < text.length) {
      const letter = text.charAt(at);
      if (letter === '\\') {
        this.#isJoined = at + 1 === text.length;
        at += 2;
      } else if (this.#open !== '') {
        const isEnd = text.startsWith(this.#open, at);
        at += isEnd ? 3 : 1;
        if (isEnd) this.#open = '';
      } else if (letter === '#') return;
      else if (letter === '"' || letter === "'") {
        if (text.startsWith(letter.repeat(3), at)) {
          this.#open = letter.repeat(3);
          at += 3;
        } else at = endOfString(text, at);
      } else {
        if ('([{'.includes(letter)) this.#depth++;
        else if (')]}'.includes(letter)) this.#depth = Math.max(this.#depth - 1, 0);
        at++;
      }
    }
  }
}

/** After the closing quote, or the end of the line. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== text[from]) at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
