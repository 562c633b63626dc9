import { HERE_PROGRAMS } from '#languages/hosts.ts';
import { KIND_BY_EXTENSION } from '#languages/kinds.ts';
import { type HereCommand, useOfInput } from '../../embedded/here-program.ts';
import type { ParseMode } from '../../engine.ts';
import type { FlatTree } from '../flat-tree.ts';
import { children } from './stream-edits.ts';

/** A program in a here-document of a Bash file. */
export interface HereText {
  mode: ParseMode;
  /** Its first and last unit of the source. */
  start: number;
  end: number;
  /** As the program gets it, in the same lines; undefined if the shell expands it. */
  text: string | undefined;
  /** For each byte of the source that the program does not get: the number of bytes of the text before it. */
  removed: readonly number[];
}

/** The here-documents of a Bash file that are programs, in the order of their commands. */
export function findHerePrograms(tree: FlatTree): HereText[] {
  const redirect = tree.names.id('heredoc_redirect');
  const command = tree.names.id('command');
  const found: HereText[] = [];
  /** By command, read once: it can have thousands of here-documents. */
  const inputs = new Map<number, number>();
  for (let node = 0; node < tree.count; node++) {
    if (tree.kind[node] !== redirect) continue;
    const parent = tree.parent[node] ?? -1;
    if (parent < 0 || tree.kind[parent] !== command) continue;
    const input = inputs.get(parent) ?? standardInput(tree, parent);
    inputs.set(parent, input);
    if (input !== node) continue;
    const mode = programOf(tree, parent);
    const text = mode && textOf(tree, node);
    if (text !== undefined && mode !== undefined) found.push({ mode, ...text });
  }
  return found;
}

/** How the standard input of a command is parsed: by it, or by the one after it in a pipe if it only copies the text. */
function programOf(tree: FlatTree, command: number): ParseMode | undefined {
  for (let at = command; ; ) {
    const use = useOfInput(commandOf(tree, at));
    if (use !== 'copied') return use?.mode;
    const next = nextInPipe(tree, at);
    if (next === undefined || standardInput(tree, next) >= 0) return undefined;
    at = next;
  }
}

function nextInPipe(tree: FlatTree, command: number): number | undefined {
  const pipe = command + (tree.size[command] ?? 1);
  const next = pipe + (tree.size[pipe] ?? 1);
  const above = tree.parent[command] ?? -1;
  const isPiped = tree.names.name(tree.kind[above] ?? 0) === 'pipeline' && next < above + (tree.size[above] ?? 1);
  return isPiped && tree.kind[next] === tree.kind[command] ? next : undefined;
}

/** Languages of which a here-document of a file may be a program. */
export function hereLanguages(bytes: Uint8Array): Set<string> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const languages = new Set<string>();
  if (!source.includes('<<')) return languages;
  for (const [name, { language }] of HERE_PROGRAMS) if (source.includes(name)) languages.add(language);
  for (const [ending, { language, parsed, isHost, needsText }] of KIND_BY_EXTENSION) {
    if (parsed && isHost !== true && needsText === undefined && source.includes(ending)) languages.add(language);
  }
  return languages;
}

/** The last redirection of the standard input of a command, -1 without one. */
function standardInput(tree: FlatTree, command: number): number {
  let last = -1;
  for (const child of children(tree, command)) {
    const kind = tree.names.name(tree.kind[child] ?? 0);
    if (!kind.endsWith('_redirect')) continue;
    const parts = [...children(tree, child)];
    const descriptor = parts.find((it) => tree.names.name(tree.kind[it] ?? 0) === 'file_descriptor');
    const isInput = kind !== 'file_redirect' || parts.some((it) => tree.text(it) === '<');
    if (isInput && (descriptor === undefined || tree.text(descriptor) === '0')) last = child;
  }
  return last;
}

function commandOf(tree: FlatTree, command: number): HereCommand {
  const words: (string | undefined)[] = [];
  const written: string[] = [];
  let output: string | undefined;
  for (const child of children(tree, command)) {
    const field = tree.names.name(tree.field[child] ?? 0);
    if (field === 'name' || field === 'argument') {
      words.push(literal(tree, field === 'name' ? child + 1 : child));
      written.push(writtenText(tree, child));
    } else if (tree.names.name(tree.kind[child] ?? 0) === 'file_redirect') {
      const parts = [...children(tree, child)];
      const destination = parts.find((it) => tree.names.name(tree.field[it] ?? 0) === 'destination');
      const isOutput = parts.some((it) => ['>', '>>', '>|'].includes(tree.text(it)));
      const isPlain = parts[0] !== undefined && tree.names.name(tree.kind[parts[0]] ?? 0) !== 'file_descriptor';
      if (isOutput && isPlain && destination !== undefined) output = writtenText(tree, destination);
    }
  }
  return { words, written, output };
}

function writtenText(tree: FlatTree, node: number): string {
  return tree.source.slice(tree.start[node], tree.end[node]).replace(/["']+$/, '');
}

/** The value of a word that is the same in each run. */
function literal(tree: FlatTree, node: number): string | undefined {
  const kind = tree.names.name(tree.kind[node] ?? 0);
  const text = tree.source.slice(tree.start[node], tree.end[node]);
  if (kind === 'word') return text.includes('\\') ? undefined : text;
  const isPlain = kind === 'raw_string' || (kind === 'string' && !/[$`\\]/.test(text));
  return isPlain && text.length >= 2 ? text.slice(1, -1) : undefined;
}

function textOf(tree: FlatTree, redirect: number): Omit<HereText, 'mode'> | undefined {
  const parts = [...children(tree, redirect)];
  const part = (kind: string) => parts.find((it) => tree.names.name(tree.kind[it] ?? 0) === kind);
  const body = part('heredoc_body');
  const delimiter = part('heredoc_start');
  if (body === undefined || delimiter === undefined) return undefined;
  const [start = 0, end = 0] = [tree.start[body], tree.end[body]];
  const source = tree.source.slice(start, end);
  if (/^[ \t\r\n]*$/.test(source)) return undefined;
  const isQuoted = /["'\\]/.test(tree.source.slice(tree.start[delimiter], tree.end[delimiter]));
  const plain = part("'<<-") === undefined ? source : source.replace(/(^|\n)\t+/g, '$1');
  const text = isQuoted ? plain : unescaped(tree, body, plain);
  return { start, end, text, removed: text === undefined ? [] : removedFrom(source, text) };
}

/** @param text the source without some of its bytes; of equal neighbours the last ones are removed */
function removedFrom(source: string, text: string): number[] {
  if (source === text) return [];
  const [all, kept] = [Buffer.from(source), Buffer.from(text)];
  const removed: number[] = [];
  let at = 0;
  for (const byte of all) {
    if (byte === kept[at]) at++;
    else removed.push(at);
  }
  return removed;
}

/** @returns undefined if the shell expands the text, or joins lines of it */
function unescaped(tree: FlatTree, body: number, text: string): string | undefined {
  for (const child of children(tree, body)) {
    if (tree.names.name(tree.kind[child] ?? 0) !== 'heredoc_content') return undefined;
  }
  return /\\\r?\n/.test(text) ? undefined : text.replace(/\\([$`\\])/g, '$1');
}
