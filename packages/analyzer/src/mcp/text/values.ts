/** A JSON object of an answer. */
export type Properties = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value says nothing: false, null, nothing, or an empty list or text. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === false || value === null || value === undefined || value === '';
}

/** A list of an answer, or of an item: its items, and how many there are in all. */
export interface List {
  items: readonly unknown[];
  total: number;
}

/** @returns undefined for a value that is not a list */
export function listOf(value: unknown): List | undefined {
  if (Array.isArray(value)) return { items: value, total: value.length };
  if (!isObject(value) || !Array.isArray(value.items)) return undefined;
  const { items, total, omitted, page } = value;
  if (typeof total === 'number') return { items, total };
  if (isObject(page) && typeof page.total === 'number') return { items, total: page.total };
  return { items, total: items.length + (typeof omitted === 'number' ? omitted : 0) };
}

/** Compact JSON without empty values. */
export function leanJson(value: unknown): string {
  return JSON.stringify(value, (_, its: unknown) => (isEmpty(its) ? undefined : its)) ?? '';
}

/** The first characters of a text. */
export function cut(text: string, length: number): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > length ? `${flat.slice(0, length - 1)}…` : flat;
}

/** `1 file`, `2 files`. */
export function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
