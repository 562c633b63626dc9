import { parseMode } from '#parse/embedded/parse-mode.ts';
import type { Engine, ParseMode } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import { lastName } from '#tree/globs/glob.ts';
import { hasExtension, kindOfContent, kindOfName } from '#tree/kind.ts';
import { HEAD_BYTES } from '#tree/read.ts';

/** A file that was parsed. */
export interface ParsedFile {
  facts: FileFacts;
  language: string;
  bytes: Uint8Array;
}

/** A parsed file, or the problem with it. `isFault`: the file is wrong; otherwise the parser failed. */
export type ParsedSource = ParsedFile | { problem: string; isFault: boolean };

/** Parses files that other programs wrote; it runs nothing of them. The same content is parsed once. */
export class SourceParser {
  readonly #parse: Engine['parse'];
  readonly #known = new Map<string, Promise<ParsedSource>>();

  /** @param parse of an engine that the caller closes */
  constructor(parse: Engine['parse']) {
    this.#parse = parse;
  }

  of(path: string, content: Buffer, sha256: string): Promise<ParsedSource> {
    const mode = modeOf(path, content);
    if (mode === undefined) return Promise.resolve({ problem: 'it has no language that is parsed', isFault: true });
    const key = JSON.stringify([mode, sha256]);
    const known = this.#known.get(key) ?? this.#parsed(path, mode, content);
    this.#known.set(key, known);
    return known;
  }

  /** The facts of a text; undefined if it has a syntax error. */
  async parseText(text: string, language: string): Promise<FileFacts | undefined> {
    const outcome = await this.#parse({ path: 'text', mode: { language }, bytes: Buffer.from(text) });
    return outcome.status === 'analyzed' ? outcome.facts : undefined;
  }

  async #parsed(path: string, mode: ParseMode, bytes: Uint8Array): Promise<ParsedSource> {
    const outcome = await this.#parse({ path, mode, bytes, elements: true });
    switch (outcome.status) {
      case 'analyzed':
      case 'partial':
        return { facts: outcome.facts, language: mode.language, bytes };
      case 'syntax-error':
        return { problem: `it has a syntax error${lineOf(outcome.errors.ranges)}`, isFault: true };
      case 'undecodable':
        return { problem: outcome.reason, isFault: true };
      default:
        return { problem: outcome.reason, isFault: false };
    }
  }
}

function lineOf([first]: readonly { start_line: number }[]): string {
  return first === undefined ? '' : ` in line ${first.start_line}`;
}

function modeOf(path: string, content: Buffer): ParseMode | undefined {
  const name = lastName(path);
  const byName = kindOfName(name);
  const mayBeScript = byName === undefined && !hasExtension(name);
  const kind = kindOfContent(byName, mayBeScript, content.subarray(0, HEAD_BYTES));
  if (kind === undefined || !kind.parsed) return undefined;
  const mode = parseMode(kind, content);
  return 'unread' in mode ? undefined : mode;
}
