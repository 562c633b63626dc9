/** Index of the first of some ascending numbers that is at least `least`. */
export function firstFrom(length: number, numberAt: (index: number) => number | undefined, least: number): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numberAt(middle) ?? least) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
