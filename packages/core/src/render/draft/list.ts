import { type Ease, easeOf } from '#generalize/ease.ts';
import type { Draft } from '#generalize/model.ts';
import { OBSTACLES, type ObstacleId } from '#languages/draft-rules.ts';
import { plural } from '../terminal/numbers.ts';
import type { StyleOptions } from '../terminal/style.ts';
import { TerminalStyle } from '../terminal/terminal-style.ts';

const TITLES: Readonly<Record<Ease, string>> = {
  identical: 'nothing differs',
  values: 'literals and names differ',
  functions: 'expressions differ, and are given as functions',
};
/** Copies of a draft, and obstacles, that are named. */
const SHOWN_COPIES = 6;
const SHOWN_OBSTACLES = 3;

/** Drafts of a folder, and why other groups have none. */
export interface DraftList {
  /** In order. */
  drafts: readonly Draft[];
  /** Number of groups without a draft by obstacle. */
  obstacles: ReadonlyMap<ObstacleId, number>;
}

/** Drafts as terminal text, by ease. */
export function* renderDraftList({ drafts, obstacles }: DraftList, options: StyleOptions): Generator<string> {
  const style = new TerminalStyle(options);
  const line = (tone: 'plain' | 'strong' | 'faint' | 'mark', text: string) => `${style.line(tone, style.name(text))}\n`;
  const saved = drafts.reduce((sum, { written }) => sum + (written?.lines_saved ?? 0), 0);
  yield line('strong', `${plural(drafts.length, 'draft')}, each alone; together up to ${plural(saved, 'line')} less`);
  let ease: Ease | undefined;
  for (const draft of drafts) {
    if (draft.written === undefined) continue;
    if (easeOf(draft) !== ease) {
      ease = easeOf(draft);
      yield `\n${line('strong', TITLES[ease])}`;
    }
    const { function: its, lines_saved } = draft.written;
    const copies = draft.copies.filter(({ obstacle }) => obstacle === undefined);
    yield line('plain', `  ${draft.group.id}  saves ${plural(lines_saved, 'line')}: ${its.name} in ${its.path}`);
    const names = copies.slice(0, SHOWN_COPIES).map(({ path, start_line, name }) => `${name} ${path}:${start_line}`);
    const more = copies.length - names.length;
    yield line('faint', `    ${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`);
  }
  const all = [...obstacles].sort(([, a], [, b]) => b - a);
  if (all.length === 0) return;
  const count = all.reduce((sum, [, n]) => sum + n, 0);
  yield `\n${line('strong', `${plural(count, 'group')} without a draft`)}`;
  for (const [id, n] of all.slice(0, SHOWN_OBSTACLES)) yield line('faint', `  ${n}  ${OBSTACLES[id]}`);
  if (all.length > SHOWN_OBSTACLES) yield line('faint', `  and ${all.length - SHOWN_OBSTACLES} more reasons`);
}
