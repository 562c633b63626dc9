/** Lines of a file whose copies a comment silences. */
export interface IgnoredRange {
  /** Line of the comment. */
  line: number;
  /** 1-based, inclusive; the last line of the file is not known. */
  start: number;
  end: number;
  reason: string;
}

export interface IgnoreComments {
  ranges: IgnoredRange[];
  /** Comments without effect. */
  problems: { line: number; problem: string }[];
}

/** A comment that is alone in its line, in any language. */
const COMMENT = /^\s*(?:\/\/|#|\/?\*+|--|<!--)\s*analyzer-ignore-([a-z-]+)\s*(?::(.*?))?\s*(?:\*\/|-->)?\s*$/;

/**
 * Reads the comments that silence copies: `analyzer-ignore-next-function: reason`, `analyzer-ignore-start: reason` with
 * `analyzer-ignore-end`, and `analyzer-ignore-file: reason`.
 *
 * @param declarations of the file
 */
export function ignoreComments(
  text: string,
  declarations: readonly { start_line: number; end_line: number }[],
): IgnoreComments {
  const found: IgnoreComments = { ranges: [], problems: [] };
  if (!text.includes('analyzer-ignore-')) return found;
  let opened: { line: number; reason: string } | undefined;
  const refuse = (line: number, problem: string) => found.problems.push({ line, problem });
  for (const [at, source] of text.split('\n').entries()) {
    const [, kind, written = ''] = COMMENT.exec(source) ?? [];
    if (kind === undefined) continue;
    const [line, reason] = [at + 1, written.trim()];
    if (kind === 'end') {
      if (opened === undefined) refuse(line, 'analyzer-ignore-end has no analyzer-ignore-start');
      else found.ranges.push({ line: opened.line, start: opened.line, end: line, reason: opened.reason });
      opened = undefined;
    } else if (reason === '') refuse(line, `analyzer-ignore-${kind} needs a reason: analyzer-ignore-${kind}: why`);
    else if (kind === 'file') found.ranges.push({ line, start: 1, end: Number.POSITIVE_INFINITY, reason });
    else if (kind === 'start') {
      if (opened !== undefined) refuse(opened.line, 'analyzer-ignore-start has no analyzer-ignore-end');
      opened = { line, reason };
    } else if (kind === 'next-function') {
      const next = nextAfter(line, declarations);
      if (next === undefined) refuse(line, 'there is no function after analyzer-ignore-next-function');
      else found.ranges.push({ line, start: next.start_line, end: next.end_line, reason });
    } else refuse(line, `analyzer-ignore-${kind} is unknown: use next-function, start, end or file`);
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
