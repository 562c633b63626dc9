import type { DeclarationFacts } from '#parse/facts.ts';

/**
 * The ids of a file's declarations: `<path>#<qualified_name>@<start_line>`. If several declarations have the same
 * prefix, the first by `start_byte` has no suffix and the others get `:2`, `:3`, …
 *
 * A prefix ends in `@` and digits, so an id with a suffix never equals another prefix.
 *
 * @returns aligned with `declarations`
 */
export function declarationIds(path: string, declarations: readonly DeclarationFacts[]): string[] {
  const ids: string[] = [];
  // In nearly all files no two declarations start on one line, so ids need no comparison.
  let [line, areDifferent] = [0, true];
  for (const { qualified_name, start_line } of declarations) {
    ids.push(`${path}#${qualified_name}@${start_line}`);
    if (start_line <= line) areDifferent = false;
    line = start_line;
  }
  if (areDifferent || new Set(ids).size === ids.length) return ids;

  const byStart = declarations.map((it, index) => ({ index, start: it.start_byte, end: it.end_byte }));
  byStart.sort((a, b) => a.start - b.start || b.end - a.end || a.index - b.index);
  const seen = new Map<string, number>();
  for (const { index } of byStart) {
    const prefix = ids[index] ?? '';
    const n = (seen.get(prefix) ?? 0) + 1;
    seen.set(prefix, n);
    if (n > 1) ids[index] = `${prefix}:${n}`;
  }
  return ids;
}
