/**
 * Draws terminal output as SVG: `COLUMNS=96 npx analyzer <folder> --color always | node tools/picture.mjs TITLE`.
 * Reads text with the colours that the program uses, writes the picture to stdout.
 */
import { readFileSync } from 'node:fs';
import stringWidth from 'string-width';

const CELL = { width: 7.8, height: 17 };
const EDGE = 14;
const BAR = 30;
const LOOK = {
  '': '#d4d4d4',
  1: '#ffffff',
  2: '#8a8a8a',
  33: '#e5c07b',
  36: '#56c8d8',
};

const title = process.argv[2] ?? '';
const lines = readFileSync(0, 'utf8').trimEnd().split('\n').map(runs);
const columns = Math.max(...lines.flat().map(({ column, width }) => column + width));
const width = Math.ceil(columns * CELL.width + 2 * EDGE);
const height = lines.length * CELL.height + BAR + EDGE;

/** A line as words of one colour, each with an explicit column, so that alignment does not depend on the font. */
function runs(line) {
  const found = [];
  let column = 0;
  line.split('\x1b[').forEach((part, index) => {
    const code = index === 0 ? '' : part.slice(0, part.indexOf('m')).replace(/^0$/, '');
    for (const [word] of part.slice(index === 0 ? 0 : part.indexOf('m') + 1).matchAll(/\s+|\S+(?: \S+)*/g)) {
      const cells = stringWidth(word);
      if (word.trim() !== '') found.push({ column, width: cells, code, word });
      column += cells;
    }
  });
  return found;
}

function text({ column, width: cells, code, word }, row) {
  const x = (EDGE + column * CELL.width).toFixed(1);
  const y = BAR + (row + 0.75) * CELL.height;
  const weight = code === '1' ? ' font-weight="bold"' : '';
  const length = (cells * CELL.width).toFixed(1);
  return `<text x="${x}" y="${y}" fill="${LOOK[code]}"${weight} textLength="${length}" xml:space="preserve">${escaped(word)}</text>`;
}

function escaped(word) {
  return word.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
  (fill, index) => `<circle cx="${EDGE + 5 + index * 18}" cy="${BAR / 2}" r="5" fill="${fill}"/>`,
);
process.stdout.write(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#1e1e1e"/>`,
    ...dots,
    `<text x="${width / 2}" y="${BAR / 2 + 4}" fill="#8a8a8a" text-anchor="middle">${escaped(title)}</text>`,
    ...lines.flatMap((line, row) => line.map((run) => text(run, row))),
    '</svg>',
    '',
  ].join('\n'),
);
