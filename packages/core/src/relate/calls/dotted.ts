/** The first part of a dotted name. */
export function firstPartOf(dotted: string): string {
  const dot = dotted.indexOf('.');
  return dot < 0 ? dotted : dotted.slice(0, dot);
}

/** Joins two names with a dot; either may be empty. */
export function join(first: string, rest: string): string {
  return first === '' || rest === '' ? first + rest : `${first}.${rest}`;
}
