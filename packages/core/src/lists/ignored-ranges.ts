import type { FileFacts } from '#parse/facts.ts';

/** Lines of a file whose copies a comment silences. */
export interface IgnoredRange {
  /** Line of the comment. */
  line: number;
  /** 1-based, inclusive; the last line of the file is not known. */
  start: number;
  end: number;
  reason: string;
}

export interface IgnoredRanges {
  ranges: IgnoredRange[];
  /** Comments without effect. */
  problems: { line: number; problem: string }[];
}

/** How a comment starts, by language. */
const COMMENT: Readonly<Record<string, string>> = { python: '#', bash: '#' };

/** A comment as it is written in a language. */
export function ignoreComment(language: string, text: string): string {
  return `${COMMENT[language] ?? '//'} analyzer-ignore-${text}`;
}

type WithComments = Pick<FileFacts, 'ignore_comments'> & {
  declarations: readonly { start_line: number; end_line: number }[];
};

/**
 * The lines that comments of a file silence: `analyzer-ignore-next-function: reason`, `analyzer-ignore-start: reason` with
 * `analyzer-ignore-end`, and `analyzer-ignore-file: reason`.
 */
export function ignoredRanges({ ignore_comments: comments = [], declarations }: WithComments): IgnoredRanges {
  const found: IgnoredRanges = { ranges: [], problems: [] };
  const refuse = (line: number, problem: string) => found.problems.push({ line, problem });
  let opened: { line: number; reason: string } | undefined;
  for (const { line, kind, reason } of comments) {
    if (kind === 'end') {
      if (opened === undefined) refuse(line, 'analyzer-ignore-end has no analyzer-ignore-start');
      else found.ranges.push({ line: opened.line, start: opened.line, end: line, reason: opened.reason });
      opened = undefined;
    } else if (kind !== 'file' && kind !== 'start' && kind !== 'next-function') {
      refuse(line, `analyzer-ignore-${kind} is unknown: use next-function, start, end or file`);
    } else if (reason === '') refuse(line, `analyzer-ignore-${kind} needs a reason: analyzer-ignore-${kind}: why`);
    else if (kind === 'file') found.ranges.push({ line, start: 1, end: Number.POSITIVE_INFINITY, reason });
    else if (kind === 'start') {
      if (opened !== undefined) refuse(opened.line, 'analyzer-ignore-start has no analyzer-ignore-end');
      opened = { line, reason };
    } else {
      const next = nextAfter(line, declarations);
      if (next === undefined) refuse(line, 'there is no function after analyzer-ignore-next-function');
      else found.ranges.push({ line, start: next.start_line, end: next.end_line, reason });
    }
  }
  if (opened !== undefined) refuse(opened.line, 'analyzer-ignore-start has no analyzer-ignore-end');
  return found;
}

/** The outermost declaration that starts first after a line. */
function nextAfter<Lines extends { start_line: number; end_line: number }>(
  line: number,
  declarations: readonly Lines[],
): Lines | undefined {
  const after = declarations.filter(({ start_line }) => start_line > line);
  return after.sort((a, b) => a.start_line - b.start_line || b.end_line - a.end_line)[0];
}
