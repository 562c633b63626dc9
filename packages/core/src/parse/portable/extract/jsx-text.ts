/**
 * The text that JSX means by a run of characters: lines trimmed of blanks and tabs where they meet a line break,
 * empty lines dropped, the rest joined by one blank (the rule of every JSX compiler).
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

/** Whether a string says the same as JSX text or attribute as it does in quotes. */
export function isPlainJsxString(value: string): boolean {
  return !/[&"'\\{}<>\n\r]/.test(value);
}
