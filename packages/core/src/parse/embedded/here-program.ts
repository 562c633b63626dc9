import { HERE_PROGRAMS, type HerePrefix, type HereProgram, PREFIXES, WRITERS } from '#languages/hosts.ts';
import { KIND_BY_EXTENSION } from '#languages/kinds.ts';
import type { ParseMode } from '../engine.ts';

/** A command with a here-document. */
export interface HereCommand {
  /** Its name and arguments; undefined for a word that the shell expands. */
  words: readonly (string | undefined)[];
  /** Arguments as written, without quotes at the end, as `words`. */
  written: readonly string[];
  /** Where its output goes, as written without quotes at the end. */
  output: string | undefined;
}

/** The command that a command starts, and how its standard input is used. */
export type HereUse =
  /** It is a program. */
  | { mode: ParseMode }
  /** It goes to the output, as that of `cat`. */
  | 'copied'
  /** It is data. */
  | undefined;

const SHELL: HereUse = { mode: { language: 'bash' } };

export function useOfInput({ words, written, output }: HereCommand): HereUse {
  let at = 0;
  for (;;) {
    const found = prefixAt(words, at);
    if (found === undefined) {
      const name = commandName(words[at]);
      const program = HERE_PROGRAMS.get(name);
      if (program === undefined) return writtenUse(WRITERS.get(name), at + 1, { words, written, output });
      return readsProgram(program, words.slice(at + 1)) ? { mode: { language: program.language } } : undefined;
    }
    const { prefix, length } = found;
    const { options_with_value: withValue, program_elsewhere: elsewhere = [] } = prefix;
    if (words.slice(at).some((word) => word !== undefined && elsewhere.includes(word))) return undefined;
    at = skipOptions(words, at + length, withValue);
    at = skipOptions(words, skipOperands(words, at, prefix.operands), withValue);
    if (at >= words.length) return prefix.shell ? SHELL : undefined;
  }
}

function prefixAt(words: HereCommand['words'], at: number): { prefix: HerePrefix; length: number } | undefined {
  const name = commandName(words[at]);
  const one = PREFIXES.get(name);
  if (one !== undefined) return { prefix: one, length: 1 };
  const two = PREFIXES.get(`${name} ${words[at + 1]}`);
  return two && { prefix: two, length: 2 };
}

/** Also assignments, and words that the shell expands: they name no program that is known. */
function skipOperands(words: HereCommand['words'], from: number, count: number): number {
  let at = from;
  for (let left = count; at < words.length && (left > 0 || (words[at]?.includes('=') ?? true)); left--) at++;
  return at;
}

/** Without its folder and version: `/usr/bin/python3.11` is `python`. */
function commandName(word: string | undefined): string {
  const name = word?.slice(word.lastIndexOf('/') + 1) ?? '';
  return name.replace(/[0-9.]+$/, '');
}

function skipOptions(words: HereCommand['words'], from: number, withValue: readonly string[]): number {
  let at = from;
  for (; words[at]?.startsWith('-'); at++) {
    const option = words[at] ?? '';
    if (option === '--') return at + 1;
    if (withValue.includes(option)) at++;
  }
  return at;
}

function readsProgram(program: HereProgram, words: HereCommand['words']): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) return false;
    if (word === '-' || program.program_here.includes(word)) return true;
    if (word === '--') return at + 1 === words.length || words[at + 1] === '-';
    if (program.program_elsewhere.includes(word)) return false;
    if (program.options_with_value.includes(word)) at++;
    else if (!word.startsWith('-')) return false;
  }
  return true;
}

/** By the ending of the file to which the text is written. */
function writtenUse(way: string | undefined, first: number, { words, written, output }: HereCommand): HereUse {
  if (way === undefined) return undefined;
  const at = skipOptions(words, first, []);
  if (way === 'redirect' && at < words.length) return undefined;
  if (way === 'redirect' && output === undefined) return 'copied';
  const path = way === 'redirect' ? output : written[at];
  const ending = path === undefined ? -1 : path.lastIndexOf('.');
  const kind = path === undefined || ending < 0 ? undefined : KIND_BY_EXTENSION.get(path.slice(ending));
  if (kind === undefined || !kind.parsed || kind.isHost === true || kind.needsText !== undefined) return undefined;
  return { mode: { language: kind.language, ...(kind.dialect !== undefined && { dialect: kind.dialect }) } };
}
