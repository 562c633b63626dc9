/** Text that replaces a range of a source, in UTF-16 units. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** @param edits that do not overlap, in any order */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    text += source.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return text + source.slice(at);
}

export function overlap(edits: readonly Edit[]): boolean {
  const sorted = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  return sorted.some((edit, at) => edit.from < (sorted[at - 1]?.to ?? 0));
}
