import type { Scan } from '#scan/model.ts';
import type { TreeSource } from '#tree/source.ts';

/** The text of a file, for what facts do not list. */
export class SourceText {
  readonly #bytes: Buffer;
  readonly #ranges: readonly { start_byte: number; end_byte: number }[];

  /** @param ranges of its declarations */
  constructor(text: string, ranges: readonly { start_byte: number; end_byte: number }[]) {
    this.#bytes = Buffer.from(text);
    this.#ranges = ranges;
  }

  /** The text of a declaration, or of the complete file with index -1. */
  of(index: number): string {
    const range = this.#ranges[index];
    return range === undefined ? this.#bytes.toString() : this.#slice(range.start_byte, range.end_byte);
  }

  before(index: number): string {
    return this.#slice(0, this.#ranges[index]?.start_byte ?? 0);
  }

  after(index: number): string {
    const range = this.#ranges[index];
    return range === undefined ? '' : this.#slice(range.end_byte, this.#bytes.length);
  }

  #slice(start: number, end: number): string {
    return this.#bytes.subarray(start, end).toString();
  }
}

/** The texts of a scanned project's files by path, without those whose facts have other positions, or that changed since the scan. */
export async function textsOf(scan: Scan, source: TreeSource, signal?: AbortSignal): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || entry.facts === undefined || entry.encoding !== undefined) continue;
    if (entry.name_lossy === true || entry.dialect === 'jupyter-notebook') continue;
    const reading = await source.read({ path: entry.path }, entry.size, signal);
    if ('reason' in reading || reading.bytes === undefined || reading.sha256 !== entry.sha256) continue;
    const text = Buffer.from(reading.bytes).toString();
    if (!text.startsWith('\uFEFF') && !text.includes('\r')) texts.set(entry.path, text);
  }
  return texts;
}
