interface Column<T> {
  subarray(from: number, to: number): T;
  set(values: T): void;
}

/** A column of another capacity with the first `keep` values of this one. */
export function grown<T extends Column<T>>(
  make: new (length: number) => T,
  column: T,
  keep: number,
  capacity: number,
): T {
  const larger = new make(capacity);
  larger.set(column.subarray(0, keep));
  return larger;
}
