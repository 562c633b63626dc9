export type Tone = 'plain' | 'strong' | 'faint' | 'mark' | 'warning';

const CODES: Record<Tone, string> = { plain: '', strong: '1', faint: '2', mark: '36', warning: '33' };

/** Minimum line width. */
const MIN_WIDTH = 40;

/** Characters for lines and marks. */
export interface Glyphs {
  branch: string;
  last: string;
  through: string;
  blank: string;
  cycle: string;
  similar: string;
  arrow: string;
  ellipsis: string;
  times: string;
  range: string;
}

const UNICODE: Glyphs = {
  branch: '├─ ',
  last: '└─ ',
  through: '│  ',
  blank: '   ',
  cycle: '↻',
  similar: '≈',
  arrow: '→',
  ellipsis: '…',
  times: '×',
  range: '–',
};

const ASCII: Glyphs = {
  branch: '|- ',
  last: '`- ',
  through: '|  ',
  blank: '   ',
  cycle: '@',
  similar: '~',
  arrow: '->',
  ellipsis: '...',
  times: 'x',
  range: '-',
};

export interface StyleOptions {
  /** Only printable ASCII in lines, marks and names. */
  ascii: boolean;
  color: boolean;
  /** Columns of the terminal; `Infinity` for no limit. */
  width: number;
}

export function glyphsOf({ ascii }: StyleOptions): Glyphs {
  return ascii ? ASCII : UNICODE;
}

export function lineWidthOf({ width }: StyleOptions): number {
  return Math.max(MIN_WIDTH, width);
}

export function painted(tone: Tone, text: string, color: boolean): string {
  const code = CODES[tone];
  return color && code !== '' && text !== '' ? `\x1b[${code}m${text}\x1b[0m` : text;
}
