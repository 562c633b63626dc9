/** Licences that are compatible with Apache-2.0 and require only their text. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
]);

/**
 * @param {{ name: string, version: string, license?: string | null }[]} packages of `cargo metadata`
 * @returns a line for each package whose SPDX expression the allowed licences do not satisfy
 */
export function refusedLicences(packages) {
  return packages
    .filter(({ license }) => !isAllowed(license ?? ''))
    .map(({ name, version, license }) => `${name} ${version}: ${license ?? 'no licence'} is not an allowed licence`);
}

/** AND binds tighter than OR; `/` is an old form of OR. Supports one level of parentheses. */
function isAllowed(expression) {
  const flat = expression.replace(/\(([^()]*)\)/g, (_, inner) => (isAllowed(inner) ? 'MIT' : 'refused'));
  return flat.split(/ OR |\//).some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())));
}
