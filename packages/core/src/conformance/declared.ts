import { parameterOf } from './declared-type.ts';
import { effectsOf } from './effects.ts';
import type { Body } from './observation.ts';
import type { CodeFile } from './project.ts';

/** Types of the languages without a row of methods in the effects table. */
const WORDS = new Set(
  [
    'any unknown never void null undefined None object symbol bool boolean int integer float double str string bytes array',
    'mixed self static callable iterable readonly Any Array ReadonlyArray Callable Dict Iterable Iterator List Optional',
    'Partial Promise Readonly Record Sequence Mapping Tuple Union',
  ]
    .join(' ')
    .split(' '),
);

/** What a declaration says about an input or output, compared with what a contract says. */
export type Declared =
  | { is: 'equal' }
  | { is: 'different'; line: number; text: string }
  | { is: 'unknown'; reason: string };

/** Compares `amount: number` with the parameter of that name; undefined if the text is not of this form. */
export function declaredInput(text: string, { file, index }: Body): Declared | undefined {
  const [, name, type] = /^\$?(\w+)\??\s*:\s*(.+)$/s.exec(text.trim()) ?? [];
  const declaration = file.declarations[index];
  if (name === undefined || type === undefined || declaration === undefined || !isType(type, file)) return undefined;
  const line = declaration.startLine;
  const its = declaration.parameters.map((it) => parameterOf(it, file.language));
  const own = its.find((it) => it?.name === name);
  if (own === undefined) {
    if (its.includes(undefined)) return { is: 'unknown', reason: 'a parameter is a pattern' };
    return { is: 'different', line, text: `there is no parameter ${name}` };
  }
  if (own.type === undefined) return { is: 'unknown', reason: `the parameter ${name} has no declared type` };
  return compared(type, own.type, line);
}

/** Compares a type with what a function returns; undefined if the text is not a type. */
export function declaredOutput(text: string, { file, index }: Body): Declared | undefined {
  const declaration = file.declarations[index];
  if (declaration === undefined || !isType(text, file)) return undefined;
  const { returns, startLine } = declaration;
  if (returns === undefined) return { is: 'unknown', reason: 'the function declares no return type' };
  return compared(text, returns, startLine);
}

function compared(wanted: string, written: string, line: number): Declared {
  return bare(wanted) === bare(written)
    ? { is: 'equal' }
    : { is: 'different', line, text: `the declared type is ${written}` };
}

function bare(type: string): string {
  return type
    .replaceAll(/\s+/g, '')
    .replaceAll('"', "'")
    .replace(/^[:'>-]+/, '')
    .replace(/'$/, '');
}

/** Whether each word is a type of the language, or one that the file declares or imports. */
function isType(text: string, file: CodeFile): boolean {
  const words = text.match(/[A-Za-z_$][\w$]*/g) ?? [];
  if (words.length === 0 || /[^\w$\s<>[\](){}|&,.?:=>\\'"-]/.test(text) || /\w\s+\w/.test(text)) return false;
  const types = effectsOf(file.language)?.types;
  const named = new Set([
    ...file.declarations.map(({ qualifiedName }) => qualifiedName),
    ...file.imports.flatMap(({ names }) => names.map(({ name, alias }) => alias ?? name)),
  ]);
  return words.every((word) => WORDS.has(word) || types?.has(word) === true || named.has(word));
}
