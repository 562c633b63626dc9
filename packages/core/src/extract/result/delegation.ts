import { blockOf } from './code.ts';
import type { Target } from './model.ts';
import { calleesOf } from './package-imports.ts';
import type { ParsedFile } from './source-parser.ts';

/** A function of a file. */
export interface FunctionIn {
  file: ParsedFile;
  index: number;
}

/** What a function does with the answer of another one. `refused` and `undecided` say why it may not be the same. */
export type Delegation = { is: 'passed' } | { is: 'refused' | 'undecided'; because: string };

const PASSED: Delegation = { is: 'passed' };
const LEAVES = /^(?:return|throw|raise|exit)\b/;
const RETURNS = /^(?:return|yield(?:\s*\*|\s+from)?)(?![\w$])/;
/** Statements whose block runs in any case. */
const ALWAYS_RUN = /^(?:try|with|async\s+with|using|\{)/;
/** Statements that contain others. */
const COMPOUND =
  /^(?:if|elif|else|elseif|for|foreach|while|until|do|try|catch|except|finally|with|async\s+(?:with|for)|using|switch|match|case|default|select|function|def|class)\b|^\{/;
const ASSIGNS = /^(?:(?:const|let|var|local)\s)?([^=(]*)=(?![=>])/;
/** Quoted texts and comments. */
const TEXTS = /(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\n]*/g;
/** Bytes of a function that is compared: a call of another function takes far less. */
const MAX_BYTES = 10_000;
const SELF = new Set(['self', 'cls', 'this', '$this']);

/**
 * Decides whether a function gives back what a call in it answers. Only forms are compared: a call that is never reached, or whose
 * answer is thrown away, is refused. A person decides if there are other ways through the function, or another value.
 *
 * @param before the copy that the function replaces; undefined if it is not known
 */
export function delegationOf(
  { file, index }: FunctionIn,
  place: { project: string; path: string },
  target: Target,
  before: FunctionIn | undefined,
): Delegation {
  const { start_byte: start = 0, end_byte: end = 0 } = file.facts.declarations[index] ?? {};
  if (end - start > MAX_BYTES) return undecided('it is too long to be compared');
  const callees = [...calleesOf({ ...place, facts: file.facts }, target)];
  const isCall = callPattern(callees, file.language);
  const statements = statementsIn({ file, index });
  if (statements.length === 0) return ofExpression(textOf({ file, index }), isCall);
  const top = statements.filter(({ isTop }) => isTop);
  const at = top.findIndex(({ text }) => isCall.test(text));
  const call = top[at];
  if (call === undefined) return undecided('the call is in none of its statements');
  const innermost = simpleStatement(call, statements, isCall);
  const earlier = top.slice(0, at);
  if (earlier.some(({ text }) => LEAVES.test(text))) return refused('it returns before the call');
  const used = useOf(innermost.text, top.slice(at + 1), isCall, before);
  if (used.is !== 'passed') return used;
  const isBefore = ({ start, isTop, text }: Statement) => start < call.start && !isTop && RETURNS.test(text);
  if (statements.some(isBefore)) return undecided('it returns before the call in some cases');
  if (innermost !== call && innermost.text !== call.text && !ALWAYS_RUN.test(call.text)) {
    return undecided('it calls the function only in some cases');
  }
  return parametersUsed({ file, index }, statements, before);
}

/** The statement with the call that contains no other statement: items of lists are parts of theirs. */
function simpleStatement(call: Statement, statements: readonly Statement[], isCall: RegExp): Statement {
  let current = call;
  while (COMPOUND.test(current.text)) {
    const { start, end } = current;
    const inner = statements.find((one) => {
      const isInside = one.start >= start && one.end <= end && one.end - one.start < end - start;
      return isInside && isCall.test(one.text);
    });
    if (inner === undefined) return current;
    current = inner;
  }
  return current;
}

interface Statement {
  text: string;
  start: number;
  end: number;
  /** Of the function itself, not of another statement of it. */
  isTop: boolean;
}

/** The statements of a function, outer before inner; empty for one that is an expression. */
function statementsIn({ file, index }: FunctionIn): Statement[] {
  const { elements } = file.facts;
  if (elements === undefined) return [];
  const { units, bodies } = blockOf(elements);
  const body = bodies.declaration.indexOf(index);
  const first = bodies.first[body] ?? 0;
  const last = first + (bodies.count[body] ?? 0);
  const inside = [...units.first.keys()].filter((unit) => {
    const start = units.first[unit] ?? 0;
    return body >= 0 && start >= first && start + (units.count[unit] ?? 0) <= last;
  });
  const all = inside.map((unit) => {
    const [start, end] = [units.startByte[unit] ?? 0, units.endByte[unit] ?? 0];
    const text = Buffer.from(file.bytes.subarray(start, end)).toString('utf8');
    return { text, start, end, unit, parent: units.parent[unit] ?? -1 };
  });
  const [block] = all;
  const isBlock = block?.text.startsWith('{') === true && all.every(({ end }) => end <= block.end);
  const own = new Set(all.map(({ unit }) => unit));
  return (isBlock ? all.slice(1) : all).map(({ text, start, end, parent }) => {
    return { text, start, end, isTop: !own.has(parent) || (isBlock && parent === block.unit) };
  });
}

function textOf({ file, index }: FunctionIn): string {
  const { start_byte: start = 0, end_byte: end = 0 } = file.facts.declarations[index] ?? {};
  return Buffer.from(file.bytes.subarray(start, end)).toString('utf8');
}

/** Finds a call by the last name of its callee. */
function callPattern(callees: readonly string[], language: string): RegExp {
  const names = callees.map((callee) => (callee.split(/[.\\]/).at(-1) ?? callee).replace(/[$]/g, '\\$'));
  const end = language === 'bash' ? '(?![\\w-])' : '\\s*(?:<[^()]*>\\s*)?\\(';
  return new RegExp(`(?<![\\w$])(?:${names.join('|')})${end}`);
}

/** How a statement and those after it use the answer of a call. */
function useOf(
  statement: string,
  later: readonly Statement[],
  isCall: RegExp,
  before: FunctionIn | undefined,
): Delegation {
  if (RETURNS.test(statement)) return ofValue(statement.replace(RETURNS, ''), isCall);
  const hadValue = before === undefined ? 'unknown' : returnsValue(before);
  if (hadValue === false) return PASSED;
  if (hadValue === 'unknown') return undecided('what the copy returned is not known');
  const assigned = assignedIn(statement);
  if (assigned !== undefined) {
    const { names, isWhole } = assigned;
    const isNamed = ({ text }: Statement) => names.some((name) => wordsIn(text).has(name));
    if (!later.some(isNamed)) return refused('it throws the answer away');
    const isReturned = later.some(({ text }) => names.includes(text.replace(RETURNS, '').replace(/[\s;]+/g, '')));
    return isWhole && isReturned ? PASSED : undecided('it returns another value than the answer');
  }
  const found = isCall.exec(statement);
  const isAlone = found !== null && /^(?:await\s+|void\s+)?[\w$.:\\>-]*$/.test(statement.slice(0, found.index));
  if (isAlone) return refused('it throws the answer away');
  return undecided('it returns another value than the answer');
}

/** The local names that a statement assigns; `isWhole` if one has all of the value, as it is. */
function assignedIn(statement: string): { names: readonly string[]; isWhole: boolean } | undefined {
  const target = ASSIGNS.exec(statement)?.[1];
  if (target === undefined || /[-+*/%.&|^<>?!:]\s*$/.test(target)) return undefined;
  const isPattern = /^\s*[[{]/.test(target);
  // What follows a colon is a type.
  const written = isPattern ? target : (target.split(':')[0] ?? '');
  const names = written.match(/[\w$]+/g) ?? [];
  if (names.length === 0 || (!isPattern && /[.[>]/.test(written))) return undefined;
  return { names, isWhole: !isPattern && !written.includes(',') };
}

/** A value that must be the call and nothing else. */
function ofValue(value: string, isCall: RegExp): Delegation {
  if (value.match(TEXTS)?.some((text) => /[()[\]{}]/.test(text))) {
    return undecided('brackets in texts hide where the call ends');
  }
  const found = isCall.exec(value);
  if (found === null) return undecided('it returns another value than the answer');
  const head = value.slice(0, found.index);
  const rest = value.slice(afterArguments(value, found.index + found[0].length));
  const isOnly =
    /^[\s(]*(?:await\s+)?[\w$.:\\>-]*$/.test(head) && /^[\s);]*(?:(?:as|satisfies)\s[^?,|&]*)?$/.test(rest);
  return isOnly ? PASSED : undecided('it returns another value than the answer');
}

/** A function without statements is its value. */
function ofExpression(declaration: string, isCall: RegExp): Delegation {
  const call = isCall.exec(declaration)?.index;
  const arrow = declaration.lastIndexOf('=>', call);
  if (arrow >= 0) return ofValue(declaration.slice(arrow + 2), isCall);
  const lambda = /\blambda\b[^:]*:/.exec(declaration);
  if (lambda === null) return undecided('the call is in none of its statements');
  return ofValue(declaration.slice(lambda.index + lambda[0].length), isCall);
}

/** @param start after the bracket that opens the arguments */
function afterArguments(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Whether a function returns a value. In Bash every function has an answer that its caller may ignore. */
function returnsValue(one: FunctionIn): boolean {
  if (one.file.language === 'bash') return false;
  const statements = statementsIn(one);
  if (statements.length === 0) return textOf(one).includes('=>');
  return statements.some(({ text }) => /^(?:return|yield)\b\s*[^;\s}]/.test(text));
}

/** A parameter that the copy used, and that the function does not, is lost. */
function parametersUsed(one: FunctionIn, own: readonly Statement[], before: FunctionIn | undefined): Delegation {
  if (before === undefined) return PASSED;
  const [now, then] = [own, statementsIn(before)].map((all) => wordsIn(all.map(({ text }) => text).join('\n')));
  const { bound = [] } = one.file.facts.declarations[one.index] ?? {};
  const lost = bound.find((name) => !SELF.has(name) && then?.has(name) === true && now?.has(name) === false);
  return lost === undefined ? PASSED : undecided(`it does not use its parameter ${lost}`);
}

function wordsIn(text: string): Set<string> {
  return new Set(text.match(/[\w$]+/g));
}

function refused(because: string): Delegation {
  return { is: 'refused', because };
}

function undecided(because: string): Delegation {
  return { is: 'undecided', because };
}
