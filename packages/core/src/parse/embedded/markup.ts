import { type Host, SCRIPT_MODES } from '#languages/hosts.ts';
import { BOM, hasBom } from './bom.ts';
import type { FoundCode } from './regions.ts';
import { endOfName, isBlank, nameBetween, readTag, type Tag } from './tag.ts';

const LF = 0x0a;
const CR = 0x0d;
const EXCLAMATION = 0x21;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const GREATER = 0x3e;
/** Longest part of a name in a message. */
const SHOWN_NAME = 40;

/** Finds the scripts of a file of Vue, Svelte or Astro, as HTML ends them: at the first `</script`. */
export function findScripts(source: Buffer, host: Host): FoundCode {
  const reader = new MarkupReader(source, host);
  reader.run();
  return reader.found;
}

class MarkupReader {
  readonly found: FoundCode = { regions: [], imports: [], modes: new Set(), problems: [] };
  readonly #source: Buffer;
  readonly #host: Host;

  constructor(source: Buffer, host: Host) {
    this.#source = source;
    this.#host = host;
  }

  run(): void {
    const source = this.#source;
    for (let at = source.indexOf('<', this.#fenced()); at >= 0; at = source.indexOf('<', at)) at = this.#markup(at);
  }

  /** The code between fences at the start of the file. @returns the offset after it */
  #fenced(): number {
    const { fence } = this.#host;
    const source = this.#source;
    if (fence === undefined) return 0;
    let first = hasBom(source) ? BOM.length : 0;
    while (isBlank(source[first])) first++;
    if (!source.subarray(first, first + fence.length).equals(Buffer.from(fence))) return 0;
    const start = first + fence.length;
    for (let line = source.indexOf(LF, start); line >= 0; line = source.indexOf(LF, line + 1)) {
      let at = line + 1;
      while (source[at] !== LF && isBlank(source[at])) at++;
      if (!source.subarray(at, at + fence.length).equals(Buffer.from(fence))) continue;
      this.#add(start, at, this.#host.default);
      return at + fence.length;
    }
    return this.#unclosed(first, fence);
  }

  /** @param at offset of a `<` @returns the offset after what starts there */
  #markup(at: number): number {
    const source = this.#source;
    if (this.#isComment(at)) {
      const end = source.indexOf('-->', at + 4);
      return end < 0 ? this.#unclosed(at, '<!--') : end + 3;
    }
    const isBlocks = this.#host.finder === 'blocks';
    const nameEnd = endOfName(source, at + 1);
    if (nameEnd === at + 1) return nameEnd;
    const name = nameBetween(source, at + 1, nameEnd);
    if (!(isBlocks || name === 'script' || name === 'style')) return nameEnd;
    const tag = readTag(source, at);
    if (tag === undefined) return this.#unclosed(at, `<${name.slice(0, SHOWN_NAME)}>`);
    if (tag.isSelfClosing) {
      if (name === 'script') this.#script(at, tag, tag.end);
      return tag.end;
    }
    const isNested = name === 'template' && ['', 'html'].includes(this.#value(tag, 'lang') ?? '');
    const close = isNested ? this.#endOfTemplate(tag.end) : this.#closing(name, tag.end);
    if (close < 0) return this.#unclosed(at, `<${name.slice(0, SHOWN_NAME)}>`);
    if (name === 'script') this.#script(at, tag, close);
    return close + 1;
  }

  #script(at: number, tag: Tag, close: number): void {
    const type = SCRIPT_MODES.get(this.#value(tag, 'type') ?? '');
    if (type === undefined) return;
    const lang = this.#value(tag, 'lang') ?? '';
    const mode = SCRIPT_MODES.get(lang);
    if (mode === undefined) {
      this.found.unread ??= lang.slice(0, SHOWN_NAME);
      this.found.problems.push({ at, message: `the script is in ${lang.slice(0, SHOWN_NAME)}, which is not read` });
      return;
    }
    const name = mode || type || this.#host.default;
    if (!tag.attributes.has('src')) this.#add(tag.end, close, name);
    else this.#import(at, tag, name);
  }

  #import(at: number, { attributes }: Tag, mode: string): void {
    const value = attributes.get('src');
    if (value === undefined) return;
    const bytes = this.#source.subarray(value.start, value.end);
    if (bytes.includes(LF) || bytes.includes(CR) || bytes.includes(BACKSLASH)) return;
    this.found.imports.push({ tag: at, ...value });
    this.found.modes.add(mode);
  }

  #add(start: number, end: number, mode: string): void {
    this.found.regions.push({ start, end });
    this.found.modes.add(mode);
  }

  #value({ attributes }: Tag, name: string): string | undefined {
    const value = attributes.get(name);
    return value && nameBetween(this.#source, value.start, value.end);
  }

  /** @returns the offset of the closing tag of a name, -1 without one */
  #closing(name: string, from: number): number {
    const source = this.#source;
    for (let at = source.indexOf('</', from); at >= 0; at = source.indexOf('</', at + 2)) {
      if (this.#isWord(at + 2, name)) return at;
    }
    return -1;
  }

  /** The same for `template`, which may be nested. */
  #endOfTemplate(from: number): number {
    const source = this.#source;
    let depth = 1;
    let at = source.indexOf('<', from);
    while (at >= 0) {
      let next = at + 1;
      if (this.#isComment(at)) {
        next = source.indexOf('-->', at + 4);
        if (next < 0) return -1;
      } else if (source[next] === SLASH && this.#isWord(next + 1, 'template')) {
        if (--depth === 0) return at;
      } else if (this.#isWord(next, 'template')) {
        const tag = readTag(source, at);
        if (tag === undefined) return -1;
        if (!tag.isSelfClosing) depth++;
        next = tag.end;
      }
      at = source.indexOf('<', next);
    }
    return -1;
  }

  #isComment(at: number): boolean {
    return this.#source[at + 1] === EXCLAMATION && this.#source.toString('latin1', at, at + 4) === '<!--';
  }

  #isWord(at: number, word: string): boolean {
    const end = at + word.length;
    const after = this.#source[end];
    return (after === GREATER || after === SLASH || isBlank(after)) && nameBetween(this.#source, at, end) === word;
  }

  /** States that something has no end; nothing after it is read. */
  #unclosed(at: number, what: string): number {
    this.found.problems.push({ at, message: `${what} is not closed` });
    return this.#source.length;
  }
}
