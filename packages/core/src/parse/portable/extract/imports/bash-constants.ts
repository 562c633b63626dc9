const VARIABLE =
  /^(?<quote>"?)\$(?:\{(?<braced>[A-Za-z_][A-Za-z0-9_]*)\}|(?<plain>[A-Za-z_][A-Za-z0-9_]*))(?<rest>.*)$/s;
const LITERAL = /^(?:"[A-Za-z0-9_./@%+,:= -]*"|'[A-Za-z0-9_./@%+,:= -]*'|[A-Za-z0-9_./@%+,:=-])*$/;
/** Variables in each other. */
const DEEPEST = 16;
/** UTF-16 units of a word. */
const LONGEST = 1000;

/**
 * The value of a word of plain characters that can start with a variable of such a value: `"$LIB/x.sh"` after `LIB=lib`.
 *
 * @param assigned the word that a variable has in the complete file; undefined if it can have another value
 * @returns undefined for any other word, and for an empty value
 */
export function constantWord(word: string, assigned: (name: string) => string | undefined): string | undefined {
  let value = '';
  let next: string | undefined = word;
  for (let depth = 0; depth <= DEEPEST; depth++) {
    if (next === undefined || next.length > LONGEST) return undefined;
    const { quote = '', braced, plain = '', rest = '' } = VARIABLE.exec(next)?.groups ?? { rest: next };
    const literal = quote + rest;
    if (!LITERAL.test(literal)) return undefined;
    value = literal.replace(/["']/g, '') + value;
    const name = braced ?? plain;
    if (name === '') return value === '' || (depth > 0 && value.includes(' ')) ? undefined : value;
    next = assigned(name);
  }
  return undefined;
}
