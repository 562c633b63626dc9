import { visible } from '../visible.ts';
import { cut } from './cells.ts';
import { type Glyphs, glyphsOf, type LookOptions, lineWidthOf, painted, type Tone } from './style.ts';

export type { LookOptions, Tone } from './style.ts';

/** How text reaches the terminal: which characters draw the lines, whether there is colour, how wide it may be. */
export class Look {
  readonly ascii: boolean;
  readonly glyphs: Glyphs;
  /** Columns; `Infinity` where nobody says. */
  readonly width: number;
  readonly #color: boolean;

  constructor(options: LookOptions) {
    this.ascii = options.ascii;
    this.glyphs = glyphsOf(options);
    this.width = lineWidthOf(options);
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
    return painted(tone, text, this.#color);
  }

  /** A line of its own, cut to the width. */
  line(tone: Tone, text: string): string {
    return this.paint(tone, this.cut(text, this.width));
  }
}
