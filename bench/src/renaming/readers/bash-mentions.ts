import { type Assignment, type Command, forEachChild, type SyntaxNode, type Word, type WordPart } from 'unbash';

/** How a shell function names a variable. */
export type How = 'declared' | 'used';

export interface Mention {
  at: number;
  name: string;
  how: How;
  /** End of the enclosing list of commands. */
  blockEnd: number;
}

/** Names and calls of a shell function. */
export interface Mentions {
  list: Mention[];
  /** Declared associative: subscripts are keys, not arithmetic. */
  associative: Set<string>;
  /** Names that must not be those of locals, with the reason. */
  risks: Map<string, string>;
  /** Reasons that make renaming any local unsafe. */
  unsafe: string | undefined;
  calls: Set<string>;
}

const DECLARING = new Set(['local', 'declare', 'typeset']);
const EXPORTING = new Set(['export', 'readonly']);
/** Commands whose plain words are names of variables. */
const TAKING_NAMES = new Set(['read', 'unset', 'mapfile', 'readarray', 'getopts']);
/** Commands that run their arguments as code in the function itself. */
const RUNNING_TEXT = new Set(['eval', 'source', '.', 'trap', 'alias', 'let']);
/** The same, but only arguments in single quotes: other arguments are expanded before. */
const EXPANDING_TEXT = new Set(['compgen', 'complete']);
/** Commands to which a plain word is only text. */
const PLAIN = new Set([
  'echo',
  'return',
  'exit',
  'test',
  '[',
  'cd',
  'shift',
  'true',
  'false',
  'command',
  'type',
  'set',
]);
const NAME = /^[A-Za-z_]\w*$/;
const EXPANSIONS = /\$\{?([A-Za-z_]\w*)/g;
const NAMES = /(?<![\w$#'"\\{])[A-Za-z_]\w*/g;

/** Everything below a node of unbash's tree, whose positions count in `source`. */
export function mentionsOf(root: SyntaxNode, source: string): Mentions {
  const reader = new MentionReader(source);
  reader.visit(root, root.end);
  return reader.found;
}

class MentionReader {
  readonly found: Mentions = {
    ...{ list: [], associative: new Set(), risks: new Map(), unsafe: undefined, calls: new Set() },
  };
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  visit(node: SyntaxNode, blockEnd: number): void {
    const end = node.type === 'CompoundList' ? Math.min(blockEnd, node.end) : blockEnd;
    this.#read(node, end);
    forEachChild(node, (child) => this.visit(child, end));
  }

  #read(node: SyntaxNode, end: number): void {
    switch (node.type) {
      case 'Script':
        if (node.source !== undefined) this.found.unsafe ??= 'escaped backquotes, which have positions of their own';
        return;
      case 'Command':
        this.#command(node, end);
        return;
      case 'SimpleExpansion':
        this.#add(node.pos + 1, node.text.slice(1), 'used', end);
        return;
      case 'ParameterExpansion':
        if (node.prefix === '!' && (node.index === undefined || node.operation?.type === 'Names')) {
          this.found.unsafe ??= 'a variable named by a value';
        }
        if (node.index !== undefined) this.#arithmetic(node.index, end);
        if (node.operation?.type === 'Slice') {
          this.#arithmetic(node.operation.offset, end);
          if (node.operation.length !== undefined) this.#arithmetic(node.operation.length, end);
        }
        this.#add(node.parameterPos, node.parameter, 'used', end);
        return;
      case 'Assignment':
        this.#assignment(node, end);
        return;
      case 'ArrayValue':
        for (const { text } of node.elements)
          if (text.startsWith('[')) this.#risk(text.split('=')[0] ?? '', 'a subscript in a list');
        return;
      case 'ArithmeticWord':
        this.#arithmetic(node, end);
        return;
      case 'For':
      case 'Select':
        this.#add(node.name.pos, node.name.text, 'used', end);
        return;
      case 'Coproc':
        if (node.name !== undefined) this.found.risks.set(node.name.text, 'a coprocess');
        return;
      case 'FileDescriptorVariable':
        this.found.risks.set(node.name, 'a file descriptor');
        return;
      case 'TestUnary':
        if (node.operator === '-v' || node.operator === '-R') this.#arithmetic(node.operand, end);
        return;
      case 'TestBinary':
        if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) return;
        this.#arithmetic(node.left, end);
        this.#arithmetic(node.right, end);
        return;
    }
  }

  #assignment(node: Assignment, end: number): void {
    this.#add(node.pos, node.name, 'used', end);
    if (node.index !== undefined) this.#arithmetic(node.index, end);
  }

  #command(node: Command, end: number): void {
    const name = node.name === undefined ? '' : (literal(node.name) ?? '');
    if (name === '') return;
    this.found.calls.add(name);
    for (const part of node.prefix) {
      if (part.type === 'Assignment') this.found.risks.set(part.name, 'exported to a command');
    }
    if (name === 'eval' || name === 'source' || name === '.') {
      this.found.unsafe ??= name === 'eval' ? '`eval`' : 'a sourced file sees the locals';
    }
    if (DECLARING.has(name) || EXPORTING.has(name)) {
      this.#declaration(name, node, end);
      return;
    }
    let before = name;
    for (const argument of node.args) {
      if (argument.type === 'Word') this.#argument(name, argument, before, end);
      before = argument.text;
    }
  }

  #argument(command: string, word: Word, before: string, end: number): void {
    if (RUNNING_TEXT.has(command)) {
      this.#risk(word.text, 'a text that a command runs');
      return;
    }
    const text = literal(word);
    if (text !== undefined && EXPANDING_TEXT.has(command)) this.#risk(text, 'a text that a command expands');
    const element = /^([A-Za-z_]\w*)\[/.exec(word.text)?.[1];
    if (element !== undefined && TAKING_NAMES.has(command)) this.#add(word.pos, element, 'used', end);
    if (text === undefined || !NAME.test(text)) return;
    const takes = TAKING_NAMES.has(command) || (command === 'printf' && before === '-v');
    if (takes && word.text === text) this.#add(word.pos, text, 'used', end);
    else if (takes) this.found.risks.set(text, 'a name in quotes');
    else if (!PLAIN.has(command) && command !== 'printf') {
      this.found.risks.set(text, 'an argument of a command that may take it for a variable');
    }
  }

  #declaration(command: string, { args }: Command, end: number): void {
    const flags = args.map(({ text }) => text).filter((text) => /^[-+][A-Za-z]/.test(text));
    const has = (letter: string) => flags.some((flag) => flag.startsWith('-') && flag.includes(letter));
    const isLocal = DECLARING.has(command) && !has('g');
    for (const argument of args) {
      const isName = argument.type === 'Assignment' || NAME.test(argument.text);
      if (!isName) {
        const isFlag = /^[-+]/.test(argument.text);
        if (!isFlag) this.found.unsafe ??= 'a variable named by a value';
        continue;
      }
      const name = argument.type === 'Assignment' ? argument.name : argument.text;
      if (has('n')) this.found.risks.set(name, 'a reference to a variable by its name');
      if (has('x') || command === 'export') this.found.risks.set(name, 'exported to commands');
      if (has('A')) this.found.associative.add(name);
      this.#add(argument.pos, name, isLocal ? 'declared' : 'used', end);
    }
  }

  /** Plain names in an arithmetic expression; its parts are visited separately. */
  #arithmetic(node: { pos: number; end: number; parts?: readonly WordPart[] | undefined }, end: number): void {
    let text = this.#source.slice(node.pos, node.end);
    for (const part of node.parts ?? []) {
      if (part.type === 'Literal') continue;
      const [from, to] = [part.pos - node.pos, part.end - node.pos];
      text = text.slice(0, from) + '$'.repeat(to - from) + text.slice(to);
    }
    for (const match of text.matchAll(NAMES)) this.#add(node.pos + match.index, match[0], 'used', end);
    // The reader has no nodes for plain expansions in arithmetic.
    for (const match of text.matchAll(EXPANSIONS)) {
      this.#add(node.pos + match.index + match[0].length - (match[1]?.length ?? 0), match[1] ?? '', 'used', end);
    }
  }

  /** Names in text that is not parsed further. */
  #risk(text: string, reason: string): void {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) this.found.risks.set(name, reason);
  }

  #add(at: number, name: string, how: How, blockEnd: number): void {
    if (NAME.test(name)) this.found.list.push({ at, name, how, blockEnd });
  }
}

/** The text of a word in which nothing expands. */
function literal(word: Word): string | undefined {
  return (word.parts ?? []).every(isLiteral) ? word.value : undefined;
}

function isLiteral(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every(isLiteral);
  return part.type === 'Literal' || part.type === 'SingleQuoted';
}
