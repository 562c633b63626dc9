/**
 * The text of a JSX run: lines trimmed of blanks and tabs next to a line break, empty lines dropped, the others joined
 * by one blank (the rule of all JSX compilers).
 */
export function cleanJsxText(raw: string): string {
  if (!raw.includes('\n') && !raw.includes('\r')) return raw;
  const lines = raw.replace(/\r\n?/g, '\n').split('\n');
  const last = lines.length - 1;
  return lines
    .map((line, i) => {
      const open = i === 0 ? line : line.replace(/^[ \t]+/, '');
      return i === last ? open : open.replace(/[ \t]+$/, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}

/** Whether a string has the same value as JSX text or attribute and in quotes. */
export function isPlainJsxString(value: string): boolean {
  return !/[&"'\\{}<>\n\r]/.test(value);
}
