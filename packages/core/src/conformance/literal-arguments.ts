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
  const text = file.source?.of(within);
  const position = POSITIONS.find(([pattern]) => pattern.test(name))?.[1];
  if (text === undefined || position === undefined) return undefined;
  const found: Callbacks = { names: [], methods: [] };
  const calls = [...text.matchAll(new RegExp(`\\b${name}\\s*\\(`, 'gi'))];
  for (const { index, 0: start } of calls) {
    const args = argumentsAt(text, index + start.length);
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
  const text = file.source?.of(within);
  if (text === undefined || !/^\w+$/.test(callee)) return undefined;
  const calls = [...text.matchAll(new RegExp(`\\b${callee}\\s*\\(`, 'gi'))];
  const given = new Set(
    calls.map(({ index, 0: start }) => {
      const args = argumentsAt(text, index + start.length);
      return args === undefined || args.some((it) => it.startsWith('...')) ? '?' : args[position]?.toLowerCase();
    }),
  );
  const [only] = given;
  if (given.size !== 1 || (only !== undefined && only !== 'true')) return undefined;
  return only === 'true';
}

/** Whether these are functions of the language without an effect that the project does not declare. */
export function areHarmless(
  names: readonly string[],
  { known }: LanguageEffects,
  has: (name: string) => boolean,
): boolean {
  return names.every((name) => known.matches(name) && !has(name));
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
    if (/^(?:\/[/*]|#|<<<|`)/.test(text.slice(at, at + 3))) return undefined;
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
