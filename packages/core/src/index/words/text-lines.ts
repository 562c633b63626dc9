import { NumberList } from '#relate/copies/number-list.ts';
import type { Lines } from './doc-sentence.ts';

/** The lines of a text, each cut when it is read: few of them are. */
export class TextLines implements Lines {
  readonly #text: string;
  /** Where each line starts, and where one after the last would. */
  readonly #starts: Uint32Array;
  readonly length: number;

  /** @param text without carriage returns */
  private constructor(text: string) {
    this.#text = text;
    const starts = new NumberList();
    starts.push(0);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
    this.length = starts.length;
    starts.push(text.length + 1);
    this.#starts = starts.values;
  }

  static of(text: string): Lines {
    return text.includes('\r') ? text.split(/\r\n|[\r\n]/) : new TextLines(text);
  }

  at(index: number): string | undefined {
    if (index >= this.length) return undefined;
    return this.#text.slice(this.#starts[index], (this.#starts[index + 1] ?? 0) - 1);
  }
}
