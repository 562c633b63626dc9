import { jsonText } from '@analyzer/contracts';
import type { Shown, ShownGroup } from '#show/model.ts';

/** `analyzer.show.v1`: properties in schema order, a line feed at the end. */
export function renderShownJson({ root, target, relations, groups, more }: Shown): string {
  const written = groups.map(({ sides, ...group }) => ({ ...group, ...(sides && { sides: sidesOf(sides) }) }));
  const document = { schema: 'analyzer.show.v1', root, target, relations, groups: written, more };
  return `${jsonText(document)}\n`;
}

function sidesOf({ left, right, renames, rows }: NonNullable<ShownGroup['sides']>) {
  return {
    left,
    right,
    ...(renames.length > 0 && { renames }),
    rows: rows.map(({ isSame, ...row }) => ({ ...row, same: isSame })),
  };
}
