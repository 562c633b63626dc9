import { closing, type Family, plainCode } from './plain-code.ts';

/** A statement of a body, as plain code. */
export interface Statement {
  text: string;
  /** Of its first character in the text of the function. */
  start: number;
}

/** A function as plain code. */
export interface FunctionText {
  plain: string;
  parameters: string;
  /** Those of the body itself, in order; a block is part of its statement. */
  statements: readonly Statement[];
}

/** What a line of JavaScript ends or starts with if its statement goes on. */
const GOES_ON = {
  after: /(?:[-+*/%&|^=<>?:,.([{!~]|\b(?:in|of|instanceof|new|typeof|await|return))$/,
  before: /^[-+*/%&|^=<>?:,.([)\]}`]/,
};
/** Characters that are enough for \`GOES_ON.after\`. */
const MAX_WORD = 16;
const OTHER_BRANCH = { braced: /^(?:else|catch|finally|while)\b/, python: /^(?:else|elif|except|finally)\b/ };
/** Statements of PHP without braces, and jumps. */
const ODD = /\b(?:goto|end(?:if|while|for|foreach|switch)|declare)\b/i;
const BLOCK =
  /^(?:if|for|foreach|while|switch|try|do|function|async\s+function|class|abstract|final|interface|enum|with)\b|^\{/;

/** @returns undefined for a text that is not simple to read */
export function functionText(text: string, family: Family): FunctionText | undefined {
  const plain = plainCode(text, family);
  if (plain === undefined || /^\s*@/.test(plain) || (family === 'php' && ODD.test(plain))) return undefined;
  const open = plain.indexOf('(');
  const close = open < 0 ? undefined : closing(plain, open);
  if (close === undefined) return undefined;
  const parameters = plain.slice(open + 1, close);
  const statements = family === 'python' ? pythonBody(plain, close + 1) : bracedBody(plain, close + 1, family);
  return statements && { plain, parameters, statements };
}

function bracedBody(plain: string, after: number, family: Family): Statement[] | undefined {
  const rest = plain.slice(after);
  const block = /^\s*(?::[^={}();]*)?(?:=>)?\s*\{/.exec(rest);
  if (block !== null) {
    const open = after + block[0].length - 1;
    const close = closing(plain, open);
    return close === undefined ? undefined : bracedStatements(plain.slice(0, close), open + 1, family);
  }
  const expression = family === 'javascript' ? /^\s*(?::[^={}();]*)?=>\s*/.exec(rest) : null;
  if (expression === null) return undefined;
  const start = after + expression[0].length;
  return [{ text: plain.slice(start).trimEnd(), start }];
}

function bracedStatements(plain: string, from: number, family: Family): Statement[] {
  const statements: Statement[] = [];
  let [depth, start] = [0, from];
  const end = (at: number) => {
    const text = plain.slice(start, at);
    const blanks = text.length - text.trimStart().length;
    if (text.trim() !== '') statements.push({ text: text.trim(), start: start + blanks });
    start = at;
  };
  for (let at = from; at < plain.length; at++) {
    const character = plain[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (depth > 0) continue;
    const [before, after] = [plain.slice(start, at + 1).trim(), plain.slice(at + 1).trimStart()];
    if (character === ';') end(at + 1);
    else if (character === '}' && BLOCK.test(before) && !OTHER_BRANCH.braced.test(after)) end(at + 1);
    else if (character === '\n' && family === 'javascript' && before !== '' && !BLOCK.test(before)) {
      if (!GOES_ON.after.test(before.slice(-MAX_WORD)) && !GOES_ON.before.test(after)) end(at + 1);
    }
  }
  end(plain.length);
  return statements;
}

function pythonBody(plain: string, after: number): Statement[] | undefined {
  const head = /^\s*(?:->[^:]*)?:[^\S\n]*\n/.exec(plain.slice(after));
  if (head === null || plain.includes('\\\n')) return undefined;
  const statements: Statement[] = [];
  let at = after + head[0].length;
  let [indent, depth] = [-1, 0];
  for (const line of plain.slice(at).split('\n')) {
    const blanks = line.length - line.trimStart().length;
    const last = statements.at(-1);
    if (line.trim() !== '') {
      if (indent < 0) indent = blanks;
      const isNew = depth === 0 && blanks === indent && !OTHER_BRANCH.python.test(line.trim());
      if (isNew || last === undefined) statements.push({ text: line.trim(), start: at + blanks });
      else last.text += `\n${line}`;
    }
    for (const character of line) depth += '([{'.includes(character) ? 1 : ')]}'.includes(character) ? -1 : 0;
    at += line.length + 1;
  }
  return statements;
}
