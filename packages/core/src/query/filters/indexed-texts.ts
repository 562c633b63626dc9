import type { Value } from '#index/port.ts';

/** SQL on a column, with the values of its parameters. */
export interface Condition {
  sql: string;
  values: Value[];
}

/** The texts that equal one, or have it as beginning, ending or part. */
export interface TextShape {
  kind: 'equal' | 'prefix' | 'suffix' | 'part';
  text: string;
}

/** A simple glob of a path as a shape; undefined for other globs. */
export function pathShape(glob: string): TextShape | undefined {
  if (glob.endsWith('/?*')) return shapeOf('prefix', glob.slice(0, -'?*'.length));
  return glob.startsWith('*') ? shapeOf('suffix', glob.slice(1)) : shapeOf('equal', glob);
}

/** A simple glob of a name as a shape; undefined for other globs. */
export function nameShape(glob: string): TextShape | undefined {
  const inner = glob.replace(/^\*/, '').replace(/\*$/, '');
  const [starts, ends] = [glob.startsWith('*'), glob.endsWith('*')];
  if (starts && ends) return shapeOf('part', inner);
  if (starts) return shapeOf('suffix', inner);
  return shapeOf(ends ? 'prefix' : 'equal', inner);
}

function shapeOf(kind: TextShape['kind'], text: string): TextShape | undefined {
  return text === '' || /[*?]/.test(text) ? undefined : { kind, text };
}

/** Greater than each character that follows a text: the server stores this one never twice in a row. */
const AFTER_ALL = 'repeat(chr(1114111), 2)';

/**
 * A condition that an index of a server answers exactly; of a part, the texts with its rarest trigrams, of which the
 * caller selects those with the part.
 *
 * @param frequency of a trigram
 * @returns undefined if no index answers it
 */
export function indexed(
  column: string,
  { kind, text }: TextShape,
  frequency: (trigram: string) => number = () => 0,
): Condition | undefined {
  switch (kind) {
    case 'equal':
      return { sql: `${column} = ?`, values: [text] };
    case 'prefix':
      return { sql: `${column} >= ? AND ${column} < CAST(? AS text) || ${AFTER_ALL}`, values: [text, text] };
    case 'suffix':
      return {
        sql: `reverse(${column}) >= reverse(?) AND reverse(${column}) < reverse(?) || ${AFTER_ALL}`,
        values: [text, text],
      };
    case 'part': {
      const trigrams = [...new Set(trigramsOf(text))]
        .sort((a, b) => frequency(a) - frequency(b))
        .slice(0, MAX_TRIGRAMS);
      if (trigrams.length === 0) return undefined;
      return {
        sql: trigrams.map(() => `${column} LIKE ?`).join(' AND '),
        values: trigrams.map((trigram) => `%${trigram}%`),
      };
    }
  }
}

/** The index looks up each trigram: the rarest find almost the same texts as all of them, in a tenth of the time. */
const MAX_TRIGRAMS = 4;

/** The index has trigrams of letters and digits only. */
function trigramsOf(text: string): string[] {
  return (text.match(/[A-Za-z0-9]{3,}/g) ?? []).flatMap((word) =>
    Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3)),
  );
}
