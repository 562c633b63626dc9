import type { LanguageEffects } from './effects.ts';
import { lastOf } from './name-glob.ts';
import type { CodeCall, CodeFile } from './project.ts';

/** What starts a function that is written as an argument. */
const CLOSURE = /^(?:static\s+)?(?:fn|function)\b/;
const NAME = /^(?:'([\w\\]+)'|"([\w\\]+)")$/;
/** A method of the object or class itself. */
const METHOD =
  /^(?:\[\s*(?:\$this|(?:self|static)::class)\s*,\s*(['"])(\w+)\1\s*,?\s*\]|(?:\$this->|(?:self|static)::)(\w+)\(\.\.\.\))$/;

/** The position of the function among the arguments, by the name of what runs it; others take several functions, or an array of them. */
const POSITIONS: readonly [RegExp, number][] = [
  [/^(?:array_map|map|filter|each|reduce|sortby|ob_start|(?:register|set|spl|libxml|header)_\w+)$/i, 0],
  [/^(?:array_(?:filter|walk|walk_recursive|reduce|all|any|find|find_key)|u[ak]?sort|\w+_replace_callback)$/i, 1],
  [/^(?:array_(?:udiff|uintersect)(?:_assoc)?|array_(?:diff|intersect)_u(?:key|assoc))$/i, -1],
];

/** Each call of a body is judged by all that its text has of the same name, so the work is their square. */
const MAX_CALLS = 100;

/** What a call runs: functions by name in lower case, and methods of the object or class itself. */
export interface Callbacks {
  names: string[];
  methods: string[];
}

/**
 * What a call of PHP runs, if it is written as its arguments: names, and closures, which are read with the code around.
 * Undefined if it is not, or if the text is not known.
 */
export function literalCallbacks({ callee, within }: CodeCall, file: CodeFile): Callbacks | undefined {
  const name = lastOf(callee);
  const position = POSITIONS.find(([pattern]) => pattern.test(name))?.[1];
  const calls = position === undefined ? undefined : argumentsIn(file, within, name);
  if (position === undefined || calls === undefined) return undefined;
  const found: Callbacks = { names: [], methods: [] };
  for (const args of calls) {
    // Without a function it keeps what is not empty.
    if (args?.length === 1 && name.toLowerCase() === 'array_filter') continue;
    const its = args?.at(position) ?? '';
    const [, single, double] = NAME.exec(its) ?? [];
    const written = single ?? double;
    const [, , member, created] = METHOD.exec(its) ?? [];
    const method = member ?? created;
    if (written !== undefined) found.names.push(written.replace(/^\\+/, '').toLowerCase());
    else if (method !== undefined) found.methods.push(method);
    else if (!CLOSURE.test(its)) return undefined;
  }
  return calls.length === 0 ? undefined : found;
}

/** Whether all calls of a function in the code have `true` at a position, or none has anything there; undefined if neither or not known. */
export function hasTrueAt(position: number, { callee, within }: CodeCall, file: CodeFile): boolean | undefined {
  const calls = /^\w+$/.test(callee) ? argumentsIn(file, within, callee) : undefined;
  if (calls === undefined) return undefined;
  const given = new Set(
    calls.map((args) => {
      return args === undefined || args.some((it) => it.startsWith('...')) ? '?' : args[position]?.toLowerCase();
    }),
  );
  const [only] = given;
  if (given.size !== 1 || (only !== undefined && only !== 'true')) return undefined;
  return only === 'true';
}

/** Whether no call of a name in the code has an argument `key`. */
export function hasNoKey({ callee, within }: CodeCall, file: CodeFile): boolean {
  return everyCall(argumentsIn(file, within, lastOf(callee)), (args) =>
    args.every((it) => !/^(?:key\s*=|\*)/.test(it)),
  );
}

/** Whether a call opens only streams in memory, or the file does, whose streams it uses; undefined if it opens none. */
export function usesMemory({ callee, within }: CodeCall, file: CodeFile): 'itself' | 'maybe' | undefined {
  if (!/^(?:f\w+|file_\w+|rewind|stream_\w+)$/.test(callee)) return undefined;
  const args = /^(?:fopen|file_[gp]\w+)$/.test(callee) ? argumentsIn(file, within, callee) : undefined;
  if (everyCall(args, ([first = '']) => MEMORY.test(first))) return 'itself';
  return args === undefined && /['"]php:\/\/(?:memory|temp)\b/.test(file.source?.of(-1) ?? '') ? 'maybe' : undefined;
}

const MEMORY = /^['"]php:\/\/(?:memory|temp)\b[^'"]*['"]$/;

/** Whether each call of a name in the code has more arguments; false if not known. */
export function hasMoreThan(most: number, { callee, within }: CodeCall, file: CodeFile): boolean {
  return everyCall(argumentsIn(file, within, lastOf(callee)), (args) => {
    return args.length > most && !args.some((it) => /^\*|^\.\.\./.test(it));
  });
}

/** Whether these are functions of the language without an effect. @param has whether one can have it */
export function areHarmless(
  names: readonly string[],
  { known }: LanguageEffects,
  has: (name: string) => boolean,
): boolean {
  return names.every((name) => known.matches(name) && !has(name));
}

type Arguments = readonly (readonly string[] | undefined)[];

/** By body and name: a body with many calls is read once for each name. */
const known = new WeakMap<CodeFile, Map<string, Arguments | undefined>>();

/** Whether the code has calls, and what is asked holds for the arguments of each. */
function everyCall(calls: Arguments | undefined, isAsked: (args: readonly string[]) => boolean): boolean {
  return calls !== undefined && calls.length > 0 && calls.every((args) => args !== undefined && isAsked(args));
}

/** The arguments of all calls of a name in a body; undefined if its text is not known, or has more calls. */
function argumentsIn(file: CodeFile, within: number, name: string): Arguments | undefined {
  const ofFile = known.get(file) ?? new Map<string, Arguments | undefined>();
  known.set(file, ofFile);
  const key = `${within} ${name}`;
  if (!ofFile.has(key)) {
    const text = file.source?.of(within);
    ofFile.set(key, text === undefined ? undefined : callsIn(text, name));
  }
  return ofFile.get(key);
}

function callsIn(text: string, name: string): Arguments | undefined {
  const starts = [...text.matchAll(new RegExp(`\\b${name}\\s*\\(`, 'gi'))];
  if (starts.length > MAX_CALLS) return undefined;
  return starts.map(({ index, 0: start }) => argumentsAt(text, index + start.length));
}

/** The arguments of a call, without the blanks around them; undefined for a text that is not simple to read. */
function argumentsAt(text: string, start: number): string[] | undefined {
  const args: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === "'" || character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if ('/#<`'.includes(character) && /^(?:\/[/*]|#|<<<|`)/.test(text.slice(at, at + 3))) return undefined;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) {
      if (depth === 0) return [...args, text.slice(from, at).trim()].filter((it) => it !== '');
      depth--;
    } else if (character === ',' && depth === 0) {
      args.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
  return at;
}
