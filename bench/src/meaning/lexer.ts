/** A lexical piece, with the same rules for every language; quotes have no effect, so strings are pieces too. */
export interface Piece {
  kind: 'word' | 'number' | 'blank' | 'mark';
  from: number;
  to: number;
  text: string;
}

const PIECE = new RegExp(
  [
    '(?<word>[\\p{L}_][\\p{L}\\p{N}_]*)',
    '(?<number>\\.?\\d[\\w.]*)',
    '(?<blank>\\s+)',
    '>>>=|\\.\\.\\.|===|!==|\\*\\*=|<<=|>>=|>>>|&&=|\\|\\|=|\\?\\?=|\\?->|<=>|;;&|<<<|<<-',
    '=>|==|!=|=~|<=|>=|<>|&&|\\|\\||\\?\\?|\\?\\.|\\+\\+|--|->|::|\\*\\*|//|<<|>>|;;|;&|\\|&|:=|%%|##',
    '\\+=|-=|\\*=|/=|%=|\\.=|\\|=|&=|\\^=|>&|<&|&>|\\$\\(|\\$\\{|\\(\\(|\\)\\)|\\[\\[|\\]\\]|\\{\\{|\\}\\}',
    '[\\s\\S]',
  ].join('|'),
  'gu',
);

export function pieces(text: string, from: number, to: number): Piece[] {
  const list: Piece[] = [];
  for (const match of text.slice(from, to).matchAll(PIECE)) {
    const groups = match.groups ?? {};
    const kind = groups.word ? 'word' : groups.number ? 'number' : groups.blank ? 'blank' : 'mark';
    const start = from + match.index;
    list.push({ kind, from: start, to: start + match[0].length, text: match[0] });
  }
  return list;
}
