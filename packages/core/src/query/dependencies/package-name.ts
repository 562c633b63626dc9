/** Segments of a PHP namespace that name a package: vendor and package, as in PSR-4. */
const PHP_SEGMENTS = 2;

/**
 * The package that an import names: `click` for `click.testing`, `@scope/a` for `@scope/a/b`, `Symfony\\Yaml` for
 * `Symfony\\Yaml\\Parser`.
 *
 * @param specifier as written
 */
export function packageName(specifier: string, language: string): string {
  switch (language) {
    case 'python':
      return specifier.split('.', 1)[0] ?? specifier;
    case 'php':
      return specifier
        .split('\\')
        .filter((part) => part !== '')
        .slice(0, PHP_SEGMENTS)
        .join('\\');
    case 'javascript':
    case 'typescript':
      return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    default:
      return specifier;
  }
}
