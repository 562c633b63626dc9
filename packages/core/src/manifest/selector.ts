/**
 * The forms of a contract's `scope` that select code. The manifest schema allows any string; other strings are free
 * text.
 */
export type Selector =
  | { kind: 'project' }
  | { kind: 'file' }
  /** A glob of paths. */
  | { kind: 'module'; glob: string }
  /** By qualified name. */
  | { kind: 'function' | 'method' | 'class'; name: string };

/** Selectors without an argument, and those with an argument after a colon. */
const ALONE = ['project', 'file'] as const;
const WITH_NAME = ['function', 'method', 'class'] as const;
export const SELECTOR_PREFIXES = [...WITH_NAME, 'module'] as const;

/** @returns undefined for free text */
export function selectorOf(scope: string): Selector | undefined {
  const text = scope.trim();
  const alone = ALONE.find((kind) => kind === text);
  if (alone !== undefined) return { kind: alone };
  const { prefix, rest } = splitScope(text);
  if (rest === '') return undefined;
  const kind = WITH_NAME.find((name) => name === prefix);
  if (kind !== undefined) return { kind, name: rest };
  return prefix === 'module' ? { kind: 'module', glob: rest } : undefined;
}

/** Splits at the first colon. */
export function splitScope(scope: string): { prefix: string; rest: string } {
  const colon = scope.indexOf(':');
  if (colon < 0) return { prefix: '', rest: '' };
  return { prefix: scope.slice(0, colon), rest: scope.slice(colon + 1).trim() };
}
