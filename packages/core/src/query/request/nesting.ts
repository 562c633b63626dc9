/** Documents of our schemas have fewer than 20 levels. */
export const DEEPEST = 100;

export const TOO_DEEP = `nested more than ${DEEPEST} levels deep`;

/**
 * Whether arrays and objects of a JSON value are nested more than 100 levels deep. `JSON.parse` reads any depth, but
 * validators, `JSON.stringify` and messages to threads recurse.
 */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; depth < DEEPEST; depth++) {
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
    if (level.length === 0) return false;
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
