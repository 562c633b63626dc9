import type { DeclarationFacts } from '#parse/facts.ts';

/**
 * The ids of a file's declarations: `<path>#<qualified_name>@<start_line>`. Where several have that prefix, the first
 * by `start_byte` stays as it is and the others get `:2`, `:3`, …
 *
 * A prefix ends in `@` and digits, so no id with a number equals another one's prefix.
 *
 * @returns aligned with `declarations`
 */
export function declarationIds(path: string, declarations: readonly DeclarationFacts[]): string[] {
  const ids: string[] = [];
  // No id is looked at where no two declarations begin in one line, which is the case of nearly all files.
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
