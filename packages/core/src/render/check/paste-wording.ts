import type { Check, Copy, GroupFinding } from '#check/model.ts';
import type { Paste } from '#check/pastes.ts';
import { plural } from '../terminal/numbers.ts';
import { type Remedy, remedyOf } from './remedy.ts';

// Texts of the findings of one paste. Project text is not escaped yet.

export function isPaste(entry: GroupFinding | Paste): entry is Paste {
  return 'into' in entry;
}

export function pasteGist({ into, from, findings }: Paste): string {
  const isOfTwo = into.length === 1 && from.length === 1;
  const copies = `${findings.length} ${isOfTwo ? 'copies' : 'groups of copies'}`;
  return `${copies}${from.length === 0 ? '' : ` of code in ${filesText(from)}`} are new in ${filesText(into)}`;
}

/** A new copy of each finding in the first file, with another one of its group. */
export function pastedCopies({ into, findings }: Paste): { id: string; own: Copy; other: Copy }[] {
  return findings.flatMap(({ family, fresh }) => {
    const own = fresh.find(({ path }) => path === into[0]);
    const other =
      family.copies.find((copy) => !fresh.includes(copy)) ?? family.copies.find(({ path }) => path !== own?.path);
    return own === undefined || other === undefined ? [] : [{ id: family.shown.id, own, other }];
  });
}

/** Where the code is, and how to allow each finding. */
export function pasteRemedy(check: Check, { into, from, lead }: Paste): Remedy {
  const [comment, baseline] = remedyOf(check, lead).allow;
  return {
    reuse: filesText(from.length === 0 ? into.slice(0, 1) : from),
    allow: [comment, baseline.replace(lead.family.shown.id, 'ID')],
  };
}

function filesText([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${plural(others.length, 'other file')}`;
}
