/** What this browser remembers of an earlier visit; undefined when nothing, or when it denies storage. */
export function recall(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Remembers something for the next visit; a browser that denies storage forgets it with the page. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is lost that the page can't do without.
  }
}
