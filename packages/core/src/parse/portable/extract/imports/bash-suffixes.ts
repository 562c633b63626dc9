import { expansionEnd } from './bash-script-path.ts';

const NAME = /^\$(?:\{(?<braced>[A-Za-z_][A-Za-z0-9_]*)\}|(?<plain>[A-Za-z_][A-Za-z0-9_]*))$/;
const LITERAL = /^(?:"[A-Za-z0-9_./@%+,:= -]*"|'[A-Za-z0-9_./@%+,:= -]*'|[A-Za-z0-9_./@%+,:=-])*$/;
/** Variables in each other. */
const DEEPEST = 16;
/** UTF-16 units of a word. */
const LONGEST = 1000;

/**
 * The path after the folder of a word that starts with an expansion whose value is not known: `lib/x.sh` of `"$ROOT/lib/x.sh"`,
 * and of `"$LIB/x.sh"` after `LIB=$ROOT/lib`.
 *
 * @param assigned the word that a variable has in the complete file; undefined if it can have another value
 * @returns undefined for any other word, and without a name after the last `..`
 */
export function suffixWord(word: string, assigned: (name: string) => string | undefined): string | undefined {
  let value = '';
  let next: string | undefined = word;
  for (let depth = 0; depth <= DEEPEST && next !== undefined; depth++) {
    const start = next.startsWith('"') ? 1 : 0;
    const isExpansion = next.length <= LONGEST && next[start] === '$';
    const end: number | undefined = isExpansion ? expansionEnd(next, start) : undefined;
    const literal = end === undefined ? '*' : next.slice(0, start) + next.slice(end);
    if (!LITERAL.test(literal)) {
      if (depth === 0) return undefined;
      next = undefined;
      break;
    }
    value = literal.replace(/["']/g, '') + value;
    const { braced, plain = '' } = NAME.exec(next.slice(start, end))?.groups ?? {};
    next = assigned(braced ?? plain);
  }
  // Variables that need each other have no end.
  return next === undefined && value.startsWith('/') ? pathAfter(value) : undefined;
}

/** The path without `.`, and without all before the last `..` that leaves it. */
function pathAfter(value: string): string | undefined {
  const segments: string[] = [];
  for (const segment of value.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.length === 0 ? undefined : segments.join('/');
}
