/**
 * Where to cut a source that does not parse as a whole: line by line, without knowing the language. A wrong cut (a
 * here-document that looks like a function) costs nothing, because the cut reading is taken only when it is better.
 */
export interface Pieces {
  /** The kind of the root that joins them. */
  root: string;
  /** Regular expressions over one line: a piece begins, is over on the very line it begins, ends. */
  begin: string;
  whole: string;
  end: string;
}

export interface Piece {
  from: number;
  to: number;
}

/** Cuts a source into pieces that cover it: what stands in a piece, and what stands between two of them. */
export function cutIntoPieces(source: string, rule: Pieces): Piece[] {
  const [begin, whole, end] = [rule.begin, rule.whole, rule.end].map((pattern) => new RegExp(pattern));
  const pieces: Piece[] = [];
  let from = 0;
  let isInside = false;
  const cut = (at: number) => {
    if (at > from) pieces.push({ from, to: at });
    from = at;
  };
  for (let line = 0; line < source.length; ) {
    const lf = source.indexOf('\n', line);
    const next = lf < 0 ? source.length : lf + 1;
    const text = source.slice(line, lf < 0 ? next : lf);
    if (begin?.test(text)) {
      cut(line);
      isInside = !whole?.test(text);
      if (!isInside) cut(next);
    } else if (isInside && end?.test(text)) {
      isInside = false;
      cut(next);
    }
    line = next;
  }
  cut(source.length);
  return pieces;
}
