/** Starts of lines that only Flow has. */
const STATEMENTS = [
  'import typeof ',
  'opaque type ',
  'export opaque type ',
  'declare export ',
  'declare module.exports',
];

/** Whether JavaScript that does not parse is Flow by a comment before its code or by a statement. */
export function isMarkedFlow(source: string): boolean {
  if (leadingComments(source).some((comment) => /@flow(?![A-Za-z0-9_])/.test(comment))) return true;
  return source.split('\n').some((line) => STATEMENTS.some((start) => line.startsWith(start)));
}

function leadingComments(source: string): string[] {
  const comments: string[] = [];
  let at = source.startsWith('#!') ? endOf(source, '\n', 0) : 0;
  for (;;) {
    while (at < source.length && ' \t\r\n'.includes(source.charAt(at))) at++;
    const end = source.startsWith('//', at)
      ? endOf(source, '\n', at)
      : source.startsWith('/*', at)
        ? endOf(source, '*/', at + 2)
        : at;
    if (end === at) return comments;
    comments.push(source.slice(at, end));
    at = end;
  }
}

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
}
