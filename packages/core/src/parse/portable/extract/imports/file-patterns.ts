/** Maximum number of alternatives of a regular expression. */
const MOST = 64;
/** `^./`, then any path or any name, or only the latter at the start. */
const START = /^(?:(\^\\\.\\?\/)(\.[*+](?!\?)|\[\^\\?\/\][*+])?|\.[*+](?!\?))?/;
/** An escaped character that is itself, a group of texts, a class of characters, a plain character; optional. */
const TOKEN = /(?:\\([^a-zA-Z0-9])|\((?:\?:)?([^()[\]]*)\)|\[([^\]\\^-]+)\]|([^\\()[\]{}.*+?^$|]))(\??)/y;

/**
 * Patterns of the paths that a regular expression finds below a folder, where a path starts with `./`: webpack's
 * `require.context`.
 *
 * @param expression without slashes; undefined for all files
 * @param isDeep whether folders in the folder count
 * @returns if it is not one of the simple ones, which tell how a path ends, the expression in parentheses: a pattern that
 *   cannot be read
 */
export function filePatterns(folder: string, isDeep: boolean, expression?: string): string[] {
  return simplePatterns(folder, isDeep, expression) ?? [`${folder}/(${expression})`];
}

function simplePatterns(folder: string, isDeep: boolean, expression?: string): string[] | undefined {
  const below = isDeep ? `${folder}/**` : folder;
  if (expression === undefined) return [`${below}/*`];
  if (!expression.endsWith('$')) return undefined;
  const [start = '', root, wildcard = ''] = START.exec(expression) ?? [];
  const endings = alternatives(expression.slice(start.length, -1));
  if (endings === undefined || endings.some((it) => /[*?[\]{}()!\\]/.test(it))) return undefined;
  if (root !== undefined && wildcard === '') return endings.map((it) => `${folder}/${it}`);
  const isName = wildcard.startsWith('[');
  return endings.map((it) => (it.startsWith('/') ? below : `${isName ? folder : below}/*`) + it);
}

/** The texts that an expression without repetition describes. */
function alternatives(expression: string): string[] | undefined {
  let all = [''];
  for (let at = 0; at < expression.length; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(expression);
    if (found === null) return undefined;
    at = TOKEN.lastIndex;
    const [, escaped, group, characters, plain, optional] = found;
    const list = group === undefined ? [...(characters ?? escaped ?? plain ?? '')] : texts(group);
    if (list === undefined) return undefined;
    if (optional !== '') list.push('');
    if (all.length * list.length > MOST) return undefined;
    all = all.flatMap((before) => list.map((it) => before + it));
  }
  return all;
}

/** `a|b` */
function texts(group: string): string[] | undefined {
  const all = group.split('|').map((it) => (it.includes('(') ? undefined : alternatives(it)));
  return all.every((it) => it !== undefined) ? all.flat() : undefined;
}
