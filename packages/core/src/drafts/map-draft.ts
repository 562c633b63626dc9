import type { MapDraft } from '@analyzer/contracts/pages/map';
import type { Draft } from '#generalize/model.ts';
import { describedObstacle } from './write-draft.ts';

/** Characters of one function. */
const LONGEST = 16_000;
/** Copies in the table of what differs, and characters of the code of each. */
const MAX_COPIES = 40;
const MAX_VALUE = 400;

/** A draft in the form of the map. */
export function mapDraft({ written, obstacle, copies, parameters }: Draft): Omit<MapDraft, 'group' | 'project'> {
  const isTooLong = (written?.function.text.length ?? 0) > LONGEST;
  if (written === undefined || isTooLong) {
    const reason = isTooLong
      ? `the function has more than ${LONGEST.toLocaleString('en')} characters`
      : obstacle && describedObstacle(obstacle).reason;
    return { ...(reason && { obstacle: reason }), lines_saved: 0, ...NOTHING };
  }
  const { name, path, text } = written.function;
  const all = copies.filter((copy) => copy.obstacle === undefined);
  const shown = all.slice(0, MAX_COPIES);
  return {
    function: { name, path, text },
    lines_saved: written.lines_saved,
    copies: {
      name: shown.map((copy) => copy.name),
      path: shown.map((copy) => copy.path),
      line: shown.map((copy) => copy.start_line),
    },
    copy_count: all.length,
    parameters: parameters.map(({ name: its, kind, values }) => {
      return { name: its, kind, values: values.slice(0, MAX_COPIES).map(shortened) };
    }),
  };
}

const NOTHING = { copies: { name: [], path: [], line: [] }, copy_count: 0, parameters: [] };

function shortened(value: string): string {
  return value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)} …` : value;
}
