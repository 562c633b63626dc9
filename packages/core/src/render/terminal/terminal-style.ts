import { visible } from '../visible.ts';
import { cut } from './cells.ts';
import { type Glyphs, glyphsOf, lineWidthOf, painted, type StyleOptions, type Tone } from './style.ts';

export type { StyleOptions, Tone } from './style.ts';

/** The style of terminal output: glyphs, colour and width. */
export class TerminalStyle {
  readonly ascii: boolean;
  readonly glyphs: Glyphs;
  /** Columns; `Infinity` if unknown. */
  readonly width: number;
  readonly #color: boolean;

  constructor(options: StyleOptions) {
    this.ascii = options.ascii;
    this.glyphs = glyphsOf(options);
    this.width = lineWidthOf(options);
    this.#color = options.color;
  }

  /** Escapes text of the project for printing. */
  name(text: string): string {
    return visible(text, this.ascii);
  }

  cut(text: string, width: number): string {
    return cut(text, width, this.glyphs.ellipsis);
  }

  paint(tone: Tone, text: string): string {
    return painted(tone, text, this.#color);
  }

  /** A complete line, cut to the width. */
  line(tone: Tone, text: string): string {
    return this.paint(tone, this.cut(text, this.width));
  }
}
