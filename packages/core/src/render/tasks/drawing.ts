import { htmlText } from './html-text.ts';
import { layoutOf, type PlacedTask } from './layout.ts';
import type { TaskView } from './model.ts';

const WIDTH = 216;
const HEIGHT = 44;
const GAP = 36;
const LEADING = 14;
const MARGIN = 4;
/** Characters of a title that fit. */
const LONGEST = 31;

/** The tasks of one project as a graph in SVG. Each task is a link to its row of the table. */
export function drawing(tasks: readonly TaskView[], label: string): string {
  const { tasks: placed, arrows, columns, rows } = layoutOf(tasks);
  const width = columns * (WIDTH + GAP) - GAP + 2 * MARGIN;
  const height = rows * (HEIGHT + LEADING) - LEADING + 2 * MARGIN;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const lines = arrows.map(({ from, to }) => `<path class="arrow" d="${curve(from, to)}"/>`);
  const name = `aria-label="Tasks of ${htmlText(label)}"`;
  return `<svg ${size} role="img" ${name}>\n${[...lines, ...placed.map(box)].join('\n')}\n</svg>`;
}

function left({ column }: PlacedTask): number {
  return MARGIN + column * (WIDTH + GAP);
}

function top({ row }: PlacedTask): number {
  return MARGIN + row * (HEIGHT + LEADING);
}

function curve(from: PlacedTask, to: PlacedTask): string {
  const start = left(from) + WIDTH;
  const end = left(to);
  const middle = (start + end) / 2;
  const [a, b] = [from, to].map((one) => top(one) + HEIGHT / 2);
  return `M${start} ${a}C${middle} ${a} ${middle} ${b} ${end} ${b}`;
}

function box(placed: PlacedTask): string {
  const { key, stage, state, title, note } = placed.task;
  const [x, y] = [left(placed), top(placed)];
  const short = [...title].length > LONGEST ? `${[...title].slice(0, LONGEST - 1).join('')}…` : title;
  const hint = `${title} (${stateName(state)})${note === '' ? '' : `: ${note}`}`;
  return `<a href="#${key}" class="${state}"><title>${htmlText(hint)}</title>
<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="5"/>
<text x="${x + 10}" y="${y + 18}" class="stage">${htmlText(stage)} · ${stateName(state)}</text>
<text x="${x + 10}" y="${y + 35}">${htmlText(short)}</text></a>`;
}

/** A state in words. */
export function stateName(state: TaskView['state']): string {
  return state.replaceAll('_', ' ');
}
