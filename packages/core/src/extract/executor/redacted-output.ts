import { redacted } from '#query/redact/secrets.ts';

/** Longer lines are redacted in parts. */
const MAX_LINE_LENGTH = 64 * 1024;
/** Longer than a secret of one line. */
const HELD_BACK = 16 * 1024;
const KEY_START = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/;
const KEY_END = /-----END [A-Z0-9 ]{0,60}-----/;
const REPLACEMENT = '[redacted: known-secret]';

/**
 * Replaces secrets in the output of a program: known values, and strings that look like secrets. The output arrives in
 * pieces, which may end in a secret or in a character; complete lines are passed on.
 */
export class RedactedOutput {
  readonly #decoder = new TextDecoder();
  readonly #values: readonly string[];
  readonly #write: (text: string) => void;
  #held = '';
  #isInKey = false;

  /** @param values of at least one character */
  constructor(values: readonly string[], write: (text: string) => void) {
    // A value may contain another one.
    this.#values = [...values].sort((a, b) => b.length - a.length);
    this.#write = write;
  }

  add(piece: Uint8Array): void {
    this.#held += this.#decoder.decode(piece, { stream: true });
    const end = this.#held.lastIndexOf('\n') + 1;
    if (end > 0) this.#pass(end);
    if (this.#held.length > MAX_LINE_LENGTH) this.#pass(this.#cut());
  }

  /** Passes on what is held back. */
  end(): void {
    this.#held += this.#decoder.decode();
    this.#pass(this.#held.length);
  }

  #pass(end: number): void {
    const text = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    const shown = this.#values.reduce((rest, value) => rest.replaceAll(value, REPLACEMENT), this.#withoutKeys(text));
    if (shown !== '') this.#write(redacted(shown));
  }

  /** The lines of a private key arrive one after the other. */
  #withoutKeys(text: string): string {
    let shown = '';
    for (let rest = text; rest !== ''; ) {
      const found = (this.#isInKey ? KEY_END : KEY_START).exec(rest);
      const start = found?.index ?? rest.length;
      if (!this.#isInKey) shown += rest.slice(0, start);
      if (found === null) break;
      if (!this.#isInKey) shown += '[redacted: private-key]';
      rest = rest.slice(start + found[0].length);
      this.#isInKey = !this.#isInKey;
    }
    return shown;
  }

  /** An end for a part of a long line that is in no known value, and if possible between two words; 0 if there is none. */
  #cut(): number {
    const limit = this.#held.length - HELD_BACK;
    return this.#outside(this.#held.lastIndexOf(' ', limit)) || this.#outside(limit);
  }

  /** The last position up to this one that is in no known value. */
  #outside(position: number): number {
    let cut = position;
    for (let before = -1; cut > 0 && cut !== before; ) {
      before = cut;
      for (const value of this.#values) {
        const start = this.#held.indexOf(value, Math.max(0, cut - value.length + 1));
        if (start >= 0 && start < cut) cut = start;
      }
    }
    return Math.max(0, cut);
  }
}
