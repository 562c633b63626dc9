import type { Random } from './random.ts';

/** Text that opens or closes a construct, or is special for a parser. */
const SNIPPETS: readonly Uint8Array[] = [
  ...['"""', "'''", '"', "'", '`', '${', '$(', '((', '))', '[[', ']]', '{', '}', '(', ')', '[', ']', '<', '>', '</'],
  ...['/>', '/*', '*/', '//', '#', '<?php', '?>', '<<EOF\n', '<<<A\n', '\nEOF\n', '\\', '\\\n', '\0', '\r', '\r\n'],
  ...['\n', '\t', '\u2028', '\ufeff', '\u{1f600}', '=>', '->', '::', '?.', '??', '...', '@', ';', ':', ',', '.', '='],
  ...['!', '&&', '|', 'if', 'else', 'for', 'while', 'do', 'done', 'esac', 'fi', 'then', 'case', 'class', 'def', 'fn'],
  ...['function', 'return', 'import', 'from', 'export', 'default', 'async', 'await', 'yield', 'lambda', 'match', 'try'],
  ...['new', 'f"{', 'b"', '0x', '1e', '9n', '<<<<<<< HEAD\n', '=======\n', '>>>>>>> a\n'],
].map((text) => Buffer.from(text));

/** Not UTF-8: a byte that never occurs, an overlong slash, a surrogate. */
const NOT_TEXT: readonly Uint8Array[] = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80]].map((bytes) =>
  Uint8Array.from(bytes),
);

const MAX_REPEATED_BYTES = 256 * 1024;
const TOKEN = /[A-Za-z0-9_$\x80-\xff]+|[ \t]+|[\s\S]/g;

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Uint8Array[];

/** A range of the file: mostly short, sometimes long. */
function stretch(bytes: Uint8Array, random: Random): [start: number, end: number] {
  const start = random.below(bytes.length + 1);
  const longest = Math.min(bytes.length - start, random.below(4) === 0 ? bytes.length : 40);
  return [start, start + random.below(longest + 1)];
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'cut off': (bytes, random) => [bytes.subarray(0, random.below(bytes.length + 1))],
  'begun late': (bytes, random) => [bytes.subarray(random.below(bytes.length + 1))],
  'bytes flipped': (bytes, random) => {
    const copy = Uint8Array.from(bytes);
    for (let left = 1 + random.below(8); left > 0 && copy.length > 0; left--) {
      const at = random.below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    }
    return [copy];
  },
  'stretch deleted': (bytes, random) => {
    const [start, end] = stretch(bytes, random);
    return [bytes.subarray(0, start), bytes.subarray(end)];
  },
  'stretch repeated': (bytes, random) => {
    const [start, end] = stretch(bytes, random);
    const wanted = 1 + random.below(random.below(8) === 0 ? 200 : 3);
    const times = Math.min(wanted, Math.floor(MAX_REPEATED_BYTES / (end - start + 1)));
    return [bytes.subarray(0, end), ...Array<Buffer>(times).fill(bytes.subarray(start, end)), bytes.subarray(end)];
  },
  'token deleted': (bytes, random) => withTokens(bytes, (tokens) => tokens.splice(random.below(tokens.length), 1)),
  'token doubled': (bytes, random) =>
    withTokens(bytes, (tokens) => {
      const at = random.below(tokens.length);
      tokens.splice(at, 0, tokens[at] ?? '');
    }),
  'tokens swapped': (bytes, random) =>
    withTokens(bytes, (tokens) => {
      const [a, b] = [random.below(tokens.length), random.below(tokens.length)];
      [tokens[a], tokens[b]] = [tokens[b] ?? '', tokens[a] ?? ''];
    }),
  'snippets put in': (bytes, random) => {
    const pieces: Uint8Array[] = [bytes];
    for (let left = 1 + random.below(4); left > 0; left--) {
      const whole = Buffer.concat(pieces.splice(0));
      const at = random.below(whole.length + 1);
      const snippet = random.pick(random.below(20) === 0 ? NOT_TEXT : SNIPPETS);
      pieces.push(whole.subarray(0, at), snippet, whole.subarray(at));
    }
    return pieces;
  },
  'stretch of another file put in': (bytes, random, other) => {
    const [start, end] = stretch(other, random);
    const at = random.below(bytes.length + 1);
    return [bytes.subarray(0, at), other.subarray(start, end), bytes.subarray(at)];
  },
};

function withTokens(bytes: Buffer, change: (tokens: string[]) => void): Uint8Array[] {
  const tokens = bytes.toString('latin1').match(TOKEN) ?? [''];
  change(tokens);
  return [Buffer.from(tokens.join(''), 'latin1')];
}

/**
 * A file as after a crash, a merge, a disk error or an incomplete edit: one to three consecutive changes.
 *
 * @param other any other file, as a source of ranges
 */
export function mutate(bytes: Uint8Array, other: Uint8Array, random: Random): { changes: string; bytes: Uint8Array } {
  const names: string[] = [];
  let current = Buffer.from(bytes);
  for (let left = 1 + random.below(3); left > 0; left--) {
    const [name, change] = random.pick(Object.entries(MUTATIONS));
    names.push(name);
    current = Buffer.concat(change(current, random, Buffer.from(other)));
  }
  return { changes: names.join(', '), bytes: current };
}
