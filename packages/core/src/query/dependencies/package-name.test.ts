import { expect, test } from 'vitest';
import { packageName } from './package-name.ts';

test.each([
  ['click.testing', 'python', 'click'],
  ['os', 'python', 'os'],
  ['@scope/a/b/c', 'typescript', '@scope/a'],
  ['lodash/get.js', 'javascript', 'lodash'],
  ['node:fs/promises', 'javascript', 'node:fs'],
  ['\\Symfony\\Yaml\\Parser', 'php', 'Symfony\\Yaml'],
  ['DateTime', 'php', 'DateTime'],
  ['/etc/rc', 'bash', '/etc/rc'],
])('%s of %s is of the package %s', (specifier, language, name) => {
  expect(packageName(specifier, language)).toBe(name);
});
