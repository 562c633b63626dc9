import { visible } from '../visible.ts';
import { cut } from './cells.ts';

export type Tone = 'plain' | 'strong' | 'faint' | 'mark' | 'warning';

const CODES: Record<Tone, string> = { plain: '', strong: '1', faint: '2', mark: '36', warning: '33' };

/** Narrower terminals get lines of this width. */
const LEAST_WIDTH = 40;

interface Glyphs {
  branch: string;
  last: string;
  through: string;
  blank: string;
  cycle: string;
  alike: string;
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
  alike: '≈',
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
  alike: '~',
  arrow: '->',
  ellipsis: '...',
  times: 'x',
  range: '-',
};

export interface LookOptions {
  /** Nothing but printable ASCII: lines, marks and names. */
  ascii: boolean;
  color: boolean;
  /** Columns of the terminal; `Infinity` cuts nothing. */
  width: number;
}

/** How text reaches the terminal: which characters draw the lines, whether there is colour, how wide it may be. */
export class Look {
  readonly ascii: boolean;
  readonly glyphs: Glyphs;
  /** Columns; `Infinity` where nobody says. */
  readonly width: number;
  readonly #color: boolean;

  constructor(options: LookOptions) {
    this.ascii = options.ascii;
    this.glyphs = options.ascii ? ASCII : UNICODE;
    this.width = Math.max(LEAST_WIDTH, options.width);
    this.#color = options.color;
  }

  /** A name or text of the project, safe to print. */
  name(text: string): string {
    return visible(text, this.ascii);
  }

  cut(text: string, width: number): string {
    return cut(text, width, this.glyphs.ellipsis);
  }

  paint(tone: Tone, text: string): string {
    const code = CODES[tone];
    return this.#color && code !== '' && text !== '' ? `\x1b[${code}m${text}\x1b[0m` : text;
  }

  /** A line of its own, cut to the width. */
  line(tone: Tone, text: string): string {
    return this.paint(tone, this.cut(text, this.width));
  }
}
