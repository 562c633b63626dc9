/** The first part of a dotted name. */
export function headOf(dotted: string): string {
  const dot = dotted.indexOf('.');
  return dot < 0 ? dotted : dotted.slice(0, dot);
}

/** A dotted name of two, either of which may be empty. */
export function join(head: string, rest: string): string {
  return head === '' || rest === '' ? head + rest : `${head}.${rest}`;
}
