import type { MissedEdit, MissedHunk } from '#missed/model.ts';
import { placeText } from './wording.ts';

/** Copies that are named in a message. */
const NAMED = 5;

/** Says which copies do not have an edit. */
export function missedText({ copies }: MissedEdit): string {
  const named = copies.slice(0, NAMED).map(placeText);
  const more = copies.length - NAMED;
  if (copies.length === 1) return `this change merges cleanly into a copy at ${named.join()}; it does not have it`;
  const others = more > 0 ? ` and ${more} more` : '';
  return `this change merges cleanly into ${copies.length} copies at ${named.join(', ')}${others}; they do not have it`;
}

/** The changes of an edit in its first copy: in other copies they are the same apart from names. */
export function hunksOfFirstCopy({ copies: [first], hunks }: MissedEdit): MissedHunk[] {
  if (first === undefined) return [];
  return hunks.filter(({ target: { path, start_line, end_line } }) => {
    return path === first.path && start_line >= first.start_line && end_line <= first.end_line;
  });
}
