/** Pixels of one character and of one line. */
const CELL = { width: 7.8, height: 17 };
const MARGIN = { left: 14, top: 42.75 };
const COLORS: Record<string, string> = {
  '': '#d4d4d4',
  1: '#ffffff',
  2: '#8a8a8a',
  31: '#f48771',
  32: '#89d185',
  33: '#e2c08d',
  34: '#6cb6ff',
  35: '#d2a8ff',
  36: '#4ec9b0',
};

interface Piece {
  /** Select graphic rendition of ECMA-48, one parameter; empty for none. */
  sgr: string;
  text: string;
}

/**
 * Text with colours of a terminal as a picture.
 *
 * @param width columns; longer lines are cut with `…`
 */
export function svgOfTerminal(title: string, text: string, width: number): string {
  const lines = text.trimEnd().split('\n');
  const [w, h] = [Math.ceil(width * CELL.width + 2 * MARGIN.left), Math.ceil(MARGIN.top + lines.length * CELL.height)];
  const rows = lines.flatMap((line, at) => rowOf(cut(piecesOf(line), width), MARGIN.top + at * CELL.height));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${escaped(title)}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">`,
    `<rect width="${w}" height="${h}" rx="8" fill="#1e1e1e"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, at) => `<circle cx="${19 + 18 * at}" cy="15" r="5" fill="${fill}"/>`,
    ),
    `<text x="${w / 2}" y="19" fill="#8a8a8a" text-anchor="middle">${escaped(title)}</text>`,
    ...rows,
    '</svg>',
  ].join('\n')}\n`;
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let sgr = '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is read
  for (const [index, part] of line.split(/\x1b\[(\d*)m/).entries()) {
    if (index % 2 === 1) sgr = part === '0' ? '' : part;
    else if (part !== '') pieces.push({ sgr, text: part });
  }
  return pieces;
}

function cut(pieces: readonly Piece[], width: number): Piece[] {
  let left = width;
  if (pieces.reduce((sum, { text }) => sum + text.length, 0) <= width) return [...pieces];
  return pieces.flatMap(({ sgr, text }) => {
    if (left <= 0) return [];
    const shown = text.length < left ? text : `${text.slice(0, left - 1)}…`;
    left -= text.length;
    return [{ sgr, text: shown }];
  });
}

/** Each run of text without wide gaps at its own position, so that columns stay in line in any font. */
function rowOf(pieces: readonly Piece[], y: number): string[] {
  let column = 0;
  return pieces.flatMap(({ sgr, text }) => {
    const start = column;
    column += text.length;
    return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: run, index }) => {
      const x = (MARGIN.left + (start + index) * CELL.width).toFixed(1);
      const bold = sgr === '1' ? ' font-weight="bold"' : '';
      const length = (run.length * CELL.width).toFixed(1);
      return `<text x="${x}" y="${y}" fill="${COLORS[sgr] ?? COLORS['']}"${bold} textLength="${length}" xml:space="preserve">${escaped(run)}</text>`;
    });
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
