import { expect, test } from 'vitest';
import type { DeclarationFacts } from '#parse/facts.ts';
import { declarationIds } from './ids.ts';
import { declarationFacts, vectors } from './test-project.ts';

interface Case {
  why: string;
  path: string;
  declarations: Partial<DeclarationFacts>[];
  ids: string[];
}

test.each(vectors<Case>('ids.json'))('$why', ({ path, declarations, ids }) => {
  expect(
    declarationIds(
      path,
      declarations.map((it, index) => declarationFacts(index, it)),
    ),
  ).toEqual(ids);
});
