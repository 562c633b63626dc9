/** A value with one change, and the name of the change. */
export interface Mutation {
  name: string;
  text: string;
}

/**
 * JSON texts of a value with one change each: a property that is missing, additional, renamed or at another position; a
 * value of another type; a string that is longer or has another character; an item that is missing or twice.
 */
export function* mutationsOf(value: unknown): Generator<Mutation> {
  for (const { name, changed } of changes(value)) yield { name, text: JSON.stringify(changed) };
}

function* changes(value: unknown): Generator<{ name: string; changed: unknown }> {
  yield { name: 'another type', changed: typeof value === 'number' ? String(value) : -1.5 };
  if (typeof value === 'string') {
    yield { name: 'longer string', changed: `${value}${'x'.repeat(5000)}` };
    yield { name: 'another character', changed: `\u0001${value.slice(1)}` };
    yield { name: 'empty string', changed: '' };
  } else if (typeof value === 'number') {
    yield { name: 'larger number', changed: 2 ** 60 };
    yield { name: 'negative number', changed: -1 - Math.abs(value) };
  } else if (Array.isArray(value)) {
    yield { name: 'no items', changed: [] };
    // More than any limit; long items would take seconds.
    if (JSON.stringify(value[0] ?? null).length < 40) {
      yield { name: 'many items', changed: Array.from({ length: 20_000 }, () => value[0] ?? null) };
    }
    for (const [index, item] of value.slice(0, 2).entries()) {
      for (const { name, changed } of changes(item)) yield { name, changed: value.with(index, changed) };
    }
  } else if (typeof value === 'object' && value !== null) {
    yield* changesOfObject(value);
  }
}

function* changesOfObject(value: object): Generator<{ name: string; changed: unknown }> {
  const entries = Object.entries(value);
  yield { name: 'additional property', changed: { ...value, extra: 1 } };
  yield { name: 'another order', changed: Object.fromEntries(entries.toReversed()) };
  for (const [index, [key, property]] of entries.entries()) {
    yield { name: 'missing property', changed: Object.fromEntries(entries.toSpliced(index, 1)) };
    const renamed: [string, unknown] = [`${key}x`, property];
    yield { name: 'renamed property', changed: Object.fromEntries(entries.with(index, renamed)) };
    for (const { name, changed } of changes(property)) {
      yield { name, changed: Object.fromEntries(entries.with(index, [key, changed])) };
    }
  }
}
