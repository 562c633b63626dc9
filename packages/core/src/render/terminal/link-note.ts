import type { LinkState } from '#scan/model.ts';
import type { Look } from './look.ts';
import type { Note } from './row.ts';

/** A line names this many candidates; JSON has them all. */
const NAMED = 3;

/** Where an import or a call leads, or why nowhere. */
export function linkNote(
  state: LinkState,
  targets: readonly string[],
  reason: string | null | undefined,
  look: Look,
): Note {
  if (state === 'external' || state === 'unresolved') {
    return { tone: 'faint', text: reason === undefined || reason === null ? state : `${state}: ${look.name(reason)}` };
  }
  const named = targets.slice(0, NAMED).map((target) => look.name(target));
  const more = targets.length > NAMED ? ` or ${targets.length - NAMED} more` : '';
  return { tone: 'faint', text: `${look.glyphs.arrow} ${named.join(' or ')}${more}` };
}
