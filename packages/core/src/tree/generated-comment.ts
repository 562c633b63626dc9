import { GENERATED_COMMENT } from '#languages/policy.ts';

const { within_bytes, within_lines, near_bytes, generator_bytes, prologue, line: LINE } = GENERATED_COMMENT;
const BLOCK = GENERATED_COMMENT.block.map(([start = '', end = '']) => ({ start, end }));

/** At the ends of a line, around the words of a comment. */
const DECORATION = /^[ \t\r/*#;%!<>"'=-]+|[ \t\r/*#;%!<>"'=-]+$/g;
const WORD = /[a-z0-9_]/;

/**
 * Whether the comments before the first code say that the file is generated, as people read it: see `comment` of
 * `languages/roles.json`.
 *
 * @param head the file's first bytes
 */
export function saysGenerated(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, within_bytes));
  const text = bytes.toString('latin1').toLowerCase();
  if (!text.includes('generated')) return false;
  const words = firstComment(text);
  const { tags, statements, generated, edit, by, generators } = GENERATED_COMMENT;
  if (tags.some((tag) => positions(words, tag).some((at) => !/[\w-]/.test(words[at + tag.length] ?? '')))) return true;
  if (statements.some((statement) => words.includes(statement))) return true;
  const edits = edit.flatMap((phrase) => positions(words, phrase));
  const isNear = (at: number) => edits.some((other) => Math.abs(at - other) <= near_bytes);
  if (generated.some((word) => positions(words, word).some(isNear))) return true;
  return by.some((phrase) =>
    positions(words, phrase).some((at) => {
      const after = words.slice(at + phrase.length, at + phrase.length + generator_bytes);
      return generators.some(({ name }) => positions(after, name).some((start) => isWhole(after, start, name.length)));
    }),
  );
}

/** The words of the comments before the first code, in one line. */
function firstComment(text: string): string {
  const words: string[] = [];
  let end: string | undefined;
  for (const line of text.split('\n', within_lines)) {
    const shown = end === undefined ? withoutPrologue(line.trim().replace(/^\u00ef\u00bb\u00bf/, '')) : line;
    if (end === undefined && shown !== '' && !LINE.some((start) => shown.startsWith(start))) {
      const opened = BLOCK.find(({ start }) => shown.startsWith(start));
      if (opened === undefined) break;
      const { start, end: its } = opened;
      end = its;
      if (!shown.includes(its, start.length)) words.push(shown);
      else {
        words.push(shown.slice(0, shown.indexOf(its, start.length)));
        end = undefined;
      }
      continue;
    }
    const closed = end === undefined ? -1 : shown.indexOf(end);
    words.push(closed < 0 ? shown : shown.slice(0, closed));
    if (closed >= 0) end = undefined;
  }
  return words
    .map((line) => line.replace(DECORATION, ''))
    .join(' ')
    .replace(/[ \t\r]+/g, ' ');
}

/** Nothing for a line that comes before comments, such as `<?php`, unless a comment is in the same line. */
function withoutPrologue(line: string): string {
  const first = prologue.find((start) => line.startsWith(start));
  if (first === undefined) return line;
  const rest = line.slice(first.length).trim();
  return [...LINE, ...BLOCK.map(({ start }) => start)].some((start) => rest.startsWith(start)) ? rest : '';
}

function positions(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

/** Whether no word goes on before or after it; an ending of a file, such as `.y`, can follow a word. */
function isWhole(text: string, start: number, length: number): boolean {
  const isPartOfWord = WORD.test(text[start] ?? '') && WORD.test(text[start - 1] ?? '');
  return !isPartOfWord && !WORD.test(text[start + length] ?? '');
}
