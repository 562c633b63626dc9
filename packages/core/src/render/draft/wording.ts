import type { Draft, DraftCopy, Obstacle } from '#generalize/model.ts';
import { DRAFT_LIMITS, draftRules, OBSTACLES } from '#languages/draft-rules.ts';
import { plural } from '../terminal/numbers.ts';

/** Whether functions of a language are drafted. */
export function isDrafted(language: string): boolean {
  return draftRules(language) !== undefined;
}

/** An obstacle with its place and code. */
export function obstacleText({ id, path, line, text }: Obstacle): string {
  const place = path === undefined ? '' : ` ${path}${line === undefined ? '' : `:${line}`}`;
  const code = text === undefined ? '' : `: ${text}`;
  return `${OBSTACLES[id]}${place}${code}`;
}

export function copyText({ path, start_line, end_line, name }: DraftCopy): string {
  return `${path}:${start_line}-${end_line} ${name}`;
}

/** What the draft is, in one line. */
export function summaryOf({ written, copies, parameters, obstacle }: Draft): string {
  if (written === undefined)
    return `no draft: ${obstacle === undefined ? 'nothing was written' : obstacleText(obstacle)}`;
  const { function: its, lines_saved, calls } = written;
  const values = plural(parameters.length, 'parameter');
  const of =
    calls.length === copies.length
      ? plural(copies.length, 'copy', 'copies')
      : `${calls.length} of ${plural(copies.length, 'copy', 'copies')}`;
  return `${its.name} in ${its.path}: for ${of}, ${values} for what differs, saves ${plural(lines_saved, 'line')}`;
}

export const CHECKED =
  'Checked: the parsed function with the arguments of each call is equal to each copy. Run your tests before you commit it.';

export const FIXED_PERCENT: number = DRAFT_LIMITS.fixed_percent;
