export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Squarified treemap: Bruls, Huizing, van Wijk, "Squarified Treemaps" (2000). Rows are laid out along the shorter side
 * and closed when the next item would increase their worst aspect ratio.
 *
 * @param weights positive, in order of layout (largest first gives the squarest result)
 * @returns one rectangle per weight, filling `area` exactly
 */
export function squarify(weights: readonly number[], area: Rect): Rect[] {
  const rects: Rect[] = [];
  let { x, y, width, height } = area;
  let left = weights.reduce((sum, weight) => sum + weight, 0);
  let at = 0;
  while (at < weights.length) {
    const side = Math.min(width, height);
    const scale = left === 0 ? 0 : (width * height) / left;
    const row = nextRow(weights, at, side, scale);
    const thickness = side === 0 ? 0 : (row.sum * scale) / side;
    let along = 0;
    for (let i = at; i < row.end; i++) {
      const length = row.sum === 0 ? 0 : ((weights[i] ?? 0) / row.sum) * side;
      rects.push(
        width >= height
          ? { x, y: y + along, width: thickness, height: length }
          : { x: x + along, y, width: length, height: thickness },
      );
      along += length;
    }
    if (width >= height) {
      x += thickness;
      width -= thickness;
    } else {
      y += thickness;
      height -= thickness;
    }
    left -= row.sum;
    at = row.end;
  }
  return rects;
}

function nextRow(weights: readonly number[], from: number, side: number, scale: number): { end: number; sum: number } {
  let sum = weights[from] ?? 0;
  let least = sum;
  let most = sum;
  let worst = ratio(least, most, sum, side, scale);
  let end = from + 1;
  for (; end < weights.length; end++) {
    const weight = weights[end] ?? 0;
    const next = ratio(Math.min(least, weight), Math.max(most, weight), sum + weight, side, scale);
    if (next > worst) break;
    worst = next;
    sum += weight;
    least = Math.min(least, weight);
    most = Math.max(most, weight);
  }
  return { end, sum };
}

/** Aspect ratio of the worst rectangle of a row. */
function ratio(least: number, most: number, sum: number, side: number, scale: number): number {
  const row = sum * scale;
  if (row === 0 || least === 0) return Number.POSITIVE_INFINITY;
  return Math.max((side * side * most * scale) / (row * row), (row * row) / (side * side * least * scale));
}
