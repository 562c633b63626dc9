import { tableName } from './effects.ts';
import type { CodeFile } from './project.ts';

const STRING = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const NUMBER = String.raw`-?\.?\d[\w.]*`;
/** A value that holds no function, and that nothing can put one into: a text, a number, or an immutable list of them. */
const VALUES: Readonly<Record<string, RegExp>> = {
  javascript: new RegExp(
    String.raw`^(?:(?:${STRING}|${NUMBER}|true|false|null|undefined)|typeof\s+[\w$.]+\s*===?\s*(?:${STRING})|\[\s*(?:(?:${STRING}|${NUMBER})\s*,?\s*)*\]\s*as\s+const)[^\S\n]*(?:;|\r?\n(?!\s*[.?[(+&|]))`,
  ),
  python: new RegExp(
    String.raw`^(?:[fbr]{0,2}(?:${STRING})(?:\.(?:encode|strip|lower|upper|format|join)\([^()\n]*\))*|${NUMBER}|True|False|None|\(\s*(?:(?:${STRING}|${NUMBER})\s*,?\s*)*\)|frozenset\(\s*[[({]\s*(?:(?:${STRING}|${NUMBER})\s*,?\s*)*[\])}]\s*\))[^\S\n]*(?:#.*)?(?:\r?\n|$)`,
  ),
};
const START: Readonly<Record<string, string>> = {
  javascript: String.raw`^(?:export\s+)?const\s+@\s*(?::[^=\n]+)?=\s*`,
  python: String.raw`^@\s*(?::[^=\n]+)?=\s*`,
};
/** What gives the name another value; in Python also as a part of a longer target. */
const BINDING = String.raw`(?<![\w$.])@(?![\w$])\s*(?::[^=\n()]+|,[^=\n()]*)?[-+*/%&|^<>?@]{0,3}=(?![=>])`;

/** Whether a variable of a file, at its top level, is a text, a number or the like, as it is written. */
export function isConstant(name: string, file: CodeFile): boolean {
  const names = known.get(file) ?? new Map<string, boolean>();
  known.set(file, names);
  const before = names.get(name);
  if (before !== undefined) return before;
  const found = isWrittenConstant(name, file);
  names.set(name, found);
  return found;
}

const known = new WeakMap<CodeFile, Map<string, boolean>>();

function isWrittenConstant(name: string, { language, source }: CodeFile): boolean {
  const family = tableName(language);
  const [start, value] = [START[family], VALUES[family]];
  if (start === undefined || value === undefined || source === undefined || !/^\w+$/.test(name)) return false;
  const text = source.of(-1);
  const of = (pattern: string) => pattern.replaceAll('@(', `${name}(`).replaceAll(/@(?=\\s)/g, name);
  const found = new RegExp(of(start), 'm').exec(text);
  if (found === null || !value.test(text.slice(found.index + found[0].length))) return false;
  const rebinds = new RegExp(`\\b(?:global|for|as|import|def|class|del)\\b[^\\n:=]*\\b${name}\\b`);
  return [...text.matchAll(new RegExp(of(BINDING), 'g'))].length === 1 && !rebinds.test(text);
}
