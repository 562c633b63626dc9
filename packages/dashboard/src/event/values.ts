/** An integer, or a string with an integer; null for any other value. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.0+)?\s*$/.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The whole seconds of a number, or of a string with a number; null for any other value. */
export function secondsIn(value: unknown): number | null {
  const isText = typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.floor(number) : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property: an agent may send `__proto__` or `constructor` as a key. */
export function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
