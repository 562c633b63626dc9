import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

export interface ShownName {
  name: string;
  /** The raw name is not UTF-8. */
  lossy: boolean;
}

const replacing = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Displays the raw names of one directory as distinct strings: a name that is not UTF-8 and whose replacement
 * characters make it equal to another name gets `~` and the first 8 hex digits of the SHA-256 of its raw bytes, before
 * its extensions.
 *
 * @returns aligned with `names`
 */
export function showNames(names: readonly Buffer[]): ShownName[] {
  const shown = names.map((raw) => ({ name: replacing.decode(raw), lossy: !isUtf8(raw) }));
  if (!shown.some(({ lossy }) => lossy)) return shown;
  const uses = new Map<string, number>();
  for (const { name } of shown) uses.set(name, (uses.get(name) ?? 0) + 1);
  shown.forEach((each, i) => {
    if (!each.lossy || uses.get(each.name) === 1) return;
    const mark = `~${createHash('sha256')
      .update(names[i] ?? '')
      .digest('hex')
      .slice(0, 8)}`;
    const dot = each.name.indexOf('.', 1);
    const at = dot < 0 ? each.name.length : dot;
    const endings = each.name.slice(at);
    let stem = each.name.slice(0, at);
    do stem += mark;
    while (uses.has(stem + endings));
    each.name = stem + endings;
    uses.set(each.name, 1);
  });
  return shown;
}

/** A single name or text of the file system, such as a link's target. */
export function showText(raw: Buffer): string {
  return replacing.decode(raw);
}
