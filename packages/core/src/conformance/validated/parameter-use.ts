import type { FunctionText, Statement } from './function-text.ts';
import { closing, type Family, partsOf } from './plain-code.ts';

/** A call that gets the parameter as one of its arguments. */
export interface FirstCall {
  /** As facts write it: dotted. */
  callee: string;
  /** In the text of the function. */
  start: number;
  isAwaited: boolean;
  /** `alone`: the statement is the call, or leaves the function if the call denies; `part`: the call is part of it. */
  is: 'alone' | 'part';
}

/** How a function uses a parameter first. `none`: never; a string says why it is not known. */
export type FirstUse = { is: 'none' } | { is: 'calls'; calls: readonly FirstCall[] } | string;

/** Code that can use each parameter without its name. */
const HIDDEN: Readonly<Record<Family, RegExp>> = {
  javascript: /\b(?:arguments|eval)\b|\bnew\s+Function\b/,
  python: /\b(?:locals|vars|eval|exec|globals|_getframe|currentframe)\b/,
  php: /\b(?:compact|extract|eval|get_defined_vars|func_get_args?|include|include_once|require|require_once|parse_str)\b|\$\$|\$\{|&\s*\$/i,
};
/** What can be a function in a function. */
export const CLOSURE = /=>|\bfunction\b|\blambda\b|\bfn\b|\bdef\b|\bclass\b/;
const CALLEE = String.raw`[\w$]+(?:(?:\.|->|::|\\)[\w$]+)*`;
/** Arguments that run nothing; keywords of Python too. */
const SIMPLE = /^(?:\w+\s*=\s*)?(?:[\w$.]+|-?[\d.]+|(['"]{1,3})[\s]*\1)$/;

/** Characters before a call in which its `await` is looked for. */
const MAX_BLANKS = 100;

/** @param name of the parameter */
export function firstUse(code: FunctionText, name: string, family: Family): FirstUse {
  const word = wordOf(name, family);
  if (HIDDEN[family].test(code.plain)) return 'it can use its parameters without their names';
  if (countOf(code.parameters, word) !== 1) return 'the head uses the parameter too';
  const first = code.statements.find(({ text }) => countOf(text, word) > 0);
  if (first === undefined) return { is: 'none' };
  const alone = aloneCall(first, word, family);
  if (alone !== undefined) return { is: 'calls', calls: [alone] };
  if (CLOSURE.test(first.text)) return 'a function in it uses the parameter';
  if (countOf(first.text, word) !== 1) return 'it uses the parameter in another way first';
  const calls = callsWith(first, word);
  return calls.length === 0 ? 'it uses the parameter in another way first' : { is: 'calls', calls };
}

/** The parameter as the code writes it. */
function wordOf(name: string, family: Family): string {
  return family === 'php' ? `$${name}` : name;
}

function countOf(text: string, word: string): number {
  const pattern = `(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`;
  return [...text.matchAll(new RegExp(pattern, 'g'))].length;
}

/** A statement that is only the call, or leaves the function if the call denies. */
function aloneCall({ text, start }: Statement, word: string, family: Family): FirstCall | undefined {
  const condition = family === 'python' ? String.raw`if\s+not\s+` : String.raw`if\s*\(\s*!\s*`;
  const found = new RegExp(`^(${condition})?(await\\s+)?(${CALLEE})\\s*\\(`).exec(text);
  if (found === null) return undefined;
  const [head, guard, awaited, callee = ''] = found;
  const open = head.length - 1;
  const close = closing(text, open);
  if (close === undefined) return undefined;
  const args = partsOf(text.slice(open + 1, close));
  if (!args.every((it) => SIMPLE.test(it)) || !args.some((it) => isArgument(it, word))) return undefined;
  const rest = text.slice(close + 1);
  const isAlone = guard === undefined ? /^\s*;?\s*$/.test(rest) : leaves(rest, family) && countOf(rest, word) === 0;
  if (!isAlone) return undefined;
  const isAwaited = awaited !== undefined;
  return { callee: dotted(callee), start: start + head.length - 1 - callee.length, isAwaited, is: 'alone' };
}

/** Whether what follows a condition is one statement that ends the function. */
function leaves(rest: string, family: Family): boolean {
  if (family === 'python') return /^\s*:\s*(?:raise|return)\b[^\n;]*$/.test(rest);
  return /^\s*\)\s*(?:\{\s*(?:throw|return)\b[^;{}]*;?\s*\}|(?:throw|return)\b[^;{}]*;?)\s*$/.test(rest);
}

/** The calls around the only mention of the parameter that get it as an argument. */
function callsWith({ text, start }: Statement, word: string): FirstCall[] {
  const calls: FirstCall[] = [];
  for (const found of text.matchAll(new RegExp(`(?<![\\w$.\\\\>:])(${CALLEE})\\s*\\(`, 'g'))) {
    const open = found.index + found[0].length - 1;
    const close = closing(text, open);
    const args = close === undefined ? [] : partsOf(text.slice(open + 1, close));
    const isAwaited = /\bawait\s+$/.test(text.slice(Math.max(0, found.index - MAX_BLANKS), found.index));
    const [, callee = ''] = found;
    if (args.some((it) => isArgument(it, word)))
      calls.push({ callee: dotted(callee), start: start + found.index, isAwaited, is: 'part' });
  }
  return calls;
}

function isArgument(text: string, word: string): boolean {
  return text === word || text.replace(/^\w+\s*[=:]\s*/, '') === word;
}

/** A callee as facts write it. */
function dotted(callee: string): string {
  return callee.replaceAll(/->|::/g, '.');
}
