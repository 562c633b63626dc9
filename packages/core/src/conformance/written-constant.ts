import { tableName } from './effects.ts';
import type { CodeFile } from './project.ts';

const STRING = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const NUMBER = String.raw`-?\.?\d[\w.]*`;
/** Characters of a value that are read; a longer one is not known. */
const MAX_VALUE = 2000;
/** A value that holds no function, and that nothing can put one into: a text, a number, or an immutable list of them. */
const VALUES: Readonly<Record<string, RegExp>> = {
  javascript: new RegExp(
    String.raw`^(?:(?:${STRING}|${NUMBER}|true|false|null|undefined)|typeof\s+[\w$.]+\s*===?\s*(?:${STRING})|\[\s*(?:(?:${STRING}|${NUMBER})\s*,?\s*)*\]\s*as\s+const)[^\S\n]*(?:;|\r?\n(?!\s*[.?[(+&|]))`,
  ),
  python: new RegExp(
    String.raw`^(?:[fbr]{0,2}(?:${STRING})(?:\.(?:encode|strip|lower|upper|format|join)\([^()\n]*\))*|${NUMBER}|True|False|None|\(\s*(?:(?:${STRING}|${NUMBER})\s*,?\s*)*\)|frozenset\(\s*[[({]\s*(?:(?:${STRING}|${NUMBER})\s*,?\s*)*[\])}]\s*\))[^\S\n]*(?:#.*)?(?:\r?\n|$)`,
  ),
};
const START: Readonly<Record<string, RegExp>> = {
  javascript: /^(?:export\s+)?const\s+(\w+)\s*(?::[^=\n]+)?=\s*/gm,
  python: /^(\w+)\s*(?::[^=\n]+)?=\s*/gm,
};
/** What gives a name a value; in Python also as a part of a longer target. */
const BINDING = /(?<![\w$.])(\w+)(?![\w$])(?=\s*(?::[^=\n()]{1,200}|,[^=\n()]{0,200})?[-+*/%&|^<>?@]{0,3}=(?![=>]))/g;
/** What binds the names after it in its line. */
const BINDS = /\b(?:global|for|as|import|def|class|del)\b([^\n:=]*)/g;

/** By file: texts are read once for all names. */
const known = new WeakMap<CodeFile, ReadonlySet<string>>();

/** Whether a variable of a file, at its top level, is a text, a number or the like, as it is written. */
export function isConstant(name: string, file: CodeFile): boolean {
  const names = known.get(file) ?? constantsOf(file);
  known.set(file, names);
  return names.has(name);
}

function constantsOf({ language, source }: CodeFile): Set<string> {
  const family = tableName(language);
  const [start, value] = [START[family], VALUES[family]];
  if (start === undefined || value === undefined || source === undefined) return new Set();
  const text = source.of(-1);
  const names = new Set<string>();
  for (const { 0: found, 1: name = '', index } of text.matchAll(start)) {
    const from = index + found.length;
    const [read = ''] = value.exec(text.slice(from, from + MAX_VALUE)) ?? [];
    // The part that was read ends before the line does.
    if (read !== '' && read.length < MAX_VALUE) names.add(name);
  }
  const bound = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(BINDING)) bound.set(name, (bound.get(name) ?? 0) + 1);
  for (const [, rest = ''] of text.matchAll(BINDS)) for (const name of rest.match(/\w+/g) ?? []) names.delete(name);
  for (const name of names) if (bound.get(name) !== 1) names.delete(name);
  return names;
}
