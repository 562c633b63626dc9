/** Why a path cannot be used. */
export class PathProblem extends Error {
  override readonly name = 'PathProblem';
}

const LONGEST = 4096;
const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

/** @throws {PathProblem} for an absolute path, `.`, `..`, an empty component and control characters */
export function componentsOf(path: string): string[] {
  const components = path.split('/');
  const isBad = components.some((it) => it === '' || it === '.' || it === '..' || CONTROL_OR_BACKSLASH.test(it));
  if (isBad || path.length > LONGEST) throw new PathProblem('it is not a relative path of plain names');
  return components;
}
