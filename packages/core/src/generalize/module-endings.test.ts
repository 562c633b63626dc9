import { expect, test } from 'vitest';
import { moduleEndings } from './module-endings.ts';

test('most relative imports of a package say how its modules are named', () => {
  const file = (path: string, ...specifiers: string[]) => ({
    path,
    facts: { imports: specifiers.map((specifier) => ({ specifier, lookup: 'module' })) },
  });
  const endings = moduleEndings(
    [
      file('a/x.ts', './y.js', './z', '../w.js', 'react'),
      file('b/x.ts', './y', './z.ts', './w'),
      file('c/x.ts', 'react'),
      { path: 'a/package.json' },
    ],
    (folder) => /^[abc]$/.test(folder),
  );
  expect(['a/new.ts', 'b/deep/new.ts', 'c/new.ts', 'new.ts'].map(endings)).toEqual(['.js', '', undefined, undefined]);
});
