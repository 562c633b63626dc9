/** A URL, or a host with a port and a path. Schemes and hosts are bounded, so that a long text takes linear time. */
const URL_TEXT =
  /\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/\S+|(?:[a-z][a-z0-9.-]{0,252}|(?:\d{1,3}\.){3}\d{1,3}):\d{1,5}\/\S+)/giu;
const PATH_TEXT = /(?:[A-Za-z]:)?(?:\.{0,2}|~)?[\\/]?[\p{L}\p{N}@_.+-]+(?:[\\/][\p{L}\p{N}@_.+-]+)*/gu;
/** Ids of evidence, differences, groups and nodes. */
const ID_TEXT = /\b(?:[ED][1-9][0-9]{0,3}|[gn]_[0-9a-f]{20})\b/g;

/** Endings of file names that are not also names of properties or products. */
const FILE_NAME = /^[^A-Z@].*\.(?:py|pyi|php|sh|bash|ts|tsx|js|jsx|mjs|cjs|mts|cts|toml|lock|ya?ml)$/u;
const ENDING = /\.[A-Za-z]\w{0,7}$/u;
const PUNCTUATION = new Set('.,;:!?)]}\'"`');
/** A line number or a range of them, after a path. */
const LINES = /:\d{1,15}(?:-\d{1,15})?$/;
const MAX_LINES = 32;
const PART_OF_NAME = /[\p{L}\p{N}_-]/u;

/** The names in a packet, to which its answer is limited. */
export class KnownNames {
  readonly #text: string;

  /**
   * @param evidence of the packet
   * @param more other names of its files
   */
  constructor(evidence: unknown, more: readonly string[] = []) {
    this.#text = [...stringsIn(evidence), ...more].join('\n');
  }

  /** The paths and URLs in a text that the packet does not contain. */
  unknownPaths(text: string): string[] {
    const urls = text.match(URL_TEXT)?.map(withoutEnd) ?? [];
    const paths = text.replace(URL_TEXT, ' ').match(PATH_TEXT)?.map(withoutEnd).filter(isPath) ?? [];
    return [...urls, ...paths].filter((name) => !this.#contains(name));
  }

  /** The ids in a text that the packet does not contain. */
  unknownIds(text: string): string[] {
    return (text.match(ID_TEXT) ?? []).filter((id) => !this.#contains(id));
  }

  /** Whether it occurs, not as a part of a longer name. */
  #contains(name: string): boolean {
    for (let at = this.#text.indexOf(name); at >= 0; at = this.#text.indexOf(name, at + 1)) {
      const [before = '', after = '', next = ''] = [at - 1, at + name.length, at + name.length + 1].map(
        (index) => this.#text[index],
      );
      const isEnd = !PART_OF_NAME.test(after) && !(/[./\\]/.test(after) && PART_OF_NAME.test(next));
      if (!/[\p{L}\p{N}_.-]/u.test(before) && isEnd) return true;
    }
    return false;
  }
}

/** A host: with `www.`, or with a path after it; also an address of IPv4. */
const HOST = /^(?:www\.[\p{L}\p{N}-]+|(?:(?:[\p{L}\p{N}-]+\.)+[\p{L}-]{2,}|localhost|(?:\d{1,3}\.){3}\d{1,3})(?=\/))/iu;

/** Whether it is a path, not two words with a slash such as `and/or`. */
function isPath(name: string): boolean {
  if (HOST.test(name)) return true;
  const separators = name.match(/[\\/]/g)?.length ?? 0;
  if (separators === 0) return FILE_NAME.test(name);
  return separators > 1 || /^(?:[\\/~.]|[A-Za-z]:)|\\/.test(name) || ENDING.test(name);
}

/** Without punctuation and line numbers at its end. Linear: each step removes characters, and none is read twice. */
function withoutEnd(name: string): string {
  let end = name.length;
  for (;;) {
    let start = end;
    while (start > 0 && PUNCTUATION.has(name[start - 1] ?? '')) start--;
    const lines = LINES.exec(name.slice(Math.max(0, start - MAX_LINES), start));
    if (lines !== null) start -= lines[0].length;
    if (start === end) return name.slice(0, end);
    end = start;
  }
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* stringsIn(part);
  }
}
