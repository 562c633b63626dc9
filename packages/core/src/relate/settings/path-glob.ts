/** Maximum number of `*` in a pattern; a pattern with more matches nothing. */
export const MAX_STARS = 31;

export function hasTooManyStars(pattern: string): boolean {
  return pattern.split('*').length > MAX_STARS + 1;
}

/**
 * Whether a path matches a pattern of a workspace list or of `include` in a `tsconfig.json`: `*` and `?` within a segment,
 * `**` for any number of segments. Time is bounded by pattern times path.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  if (hasTooManyStars(pattern)) return false;
  const segments = path === '' ? [] : path.split('/');
  // Positions in the path that the pattern up to here can reach.
  let reached = new Set([0]);
  for (const part of pattern.split('/')) {
    if (part === '' || part === '.') continue;
    const next = new Set<number>();
    for (const at of reached) {
      if (part === '**') for (let to = at; to <= segments.length; to++) next.add(to);
      else if (at < segments.length && matchesSegment(part, segments[at] ?? '')) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(segments.length);
}

/** Greedy matching with one point of return, linear for one star. */
function matchesSegment(pattern: string, text: string): boolean {
  let [p, t] = [0, 0];
  let star: { p: number; t: number } | undefined;
  while (t < text.length) {
    const wanted = pattern[p];
    if (wanted === '*') {
      star = { p, t };
      p++;
    } else if (wanted === '?' || wanted === text[t]) {
      p++;
      t++;
    } else if (star !== undefined) {
      p = star.p + 1;
      star.t++;
      t = star.t;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
