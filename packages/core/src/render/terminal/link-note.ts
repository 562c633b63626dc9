import type { LinkState } from '#scan/model.ts';
import type { Look } from './look.ts';
import type { Note } from './row.ts';

/** Where an import or a call leads, or why nowhere. */
export function linkNote(
  state: LinkState,
  targets: readonly string[],
  reason: string | null | undefined,
  look: Look,
): Note {
  if (state === 'resolved' || state === 'ambiguous') {
    return { tone: 'faint', text: `${look.glyphs.arrow} ${targets.map((target) => look.name(target)).join(' or ')}` };
  }
  return { tone: 'faint', text: reason === undefined || reason === null ? state : `${state}: ${look.name(reason)}` };
}
