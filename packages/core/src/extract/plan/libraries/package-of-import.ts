import type { LINK_STATES } from '#index/codes.ts';
import { propertyOf } from '#packet/check/read-document.ts';

export interface OutsideImport {
  specifier: string;
  state: (typeof LINK_STATES)[number];
  reason: string;
}

/** Reasons of imports that need no package. */
const BUILT_IN = /^(?:built into|in the standard library)/;

/**
 * The package that an import without a file in the index names: `@scope/name` or `name` of npm, the first part of a Python
 * module, the first two parts of a PHP namespace.
 *
 * @returns undefined if it is built into the language, or is a file
 */
export function packageOfImport(outside: OutsideImport): string | undefined {
  const { specifier, state, reason } = outside;
  if (BUILT_IN.test(reason) || /^[./$~#]|^\w+:/.test(specifier)) return undefined;
  if (specifier.includes('\\')) return specifier.split('\\').filter(Boolean).slice(0, 2).join('\\');
  if (state !== 'external') return undefined;
  if (specifier.includes('/') || specifier.startsWith('@')) {
    return specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
  }
  return specifier.split('.')[0];
}

/**
 * The names that a file knows an import by.
 *
 * @param names JSON [{name, alias?}]
 */
export function boundNames(specifier: string, names: string | undefined): string[] {
  const listed: unknown = names === undefined ? [] : JSON.parse(names);
  const bound = (Array.isArray(listed) ? listed : []).flatMap((one) => {
    const name = propertyOf(one, 'alias') ?? propertyOf(one, 'name');
    return typeof name === 'string' ? [name.replace(/^.*\\/s, '')] : [];
  });
  if (bound.length > 0) return bound;
  return [specifier.includes('\\') ? specifier.replace(/^.*\\/s, '') : (specifier.split('.')[0] ?? '')];
}
