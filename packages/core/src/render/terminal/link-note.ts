import type { LinkState } from '#scan/model.ts';
import type { Note } from './row.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** Maximum number of displayed candidates; JSON has all. */
const NAMED = 3;

/** The destination of an import or call, or the reason why there is none. */
export function linkNote(
  state: LinkState,
  targets: readonly string[],
  reason: string | null | undefined,
  style: TerminalStyle,
): Note {
  if (state === 'external' || state === 'unresolved') {
    return { tone: 'faint', text: reason === undefined || reason === null ? state : `${state}: ${style.name(reason)}` };
  }
  const named = targets.slice(0, NAMED).map((target) => style.name(target));
  const more = targets.length > NAMED ? ` or ${targets.length - NAMED} more` : '';
  return { tone: 'faint', text: `${style.glyphs.arrow} ${named.join(' or ')}${more}` };
}
