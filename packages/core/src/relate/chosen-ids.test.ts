import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChosenIds } from './chosen-ids.ts';
import { declarationIds } from './ids.ts';
import { declarationFacts } from './test-project.ts';

const declaration = fc.record({
  qualified_name: fc.constantFrom('f', 'a.b', 'odd@7:2', '…'),
  start_line: fc.integer({ min: 1, max: 12 }),
});

test('has exactly the chosen ids', () => {
  fc.assert(
    fc.property(fc.array(declaration, { maxLength: 40 }), fc.infiniteStream(fc.boolean()), (rows, chances) => {
      const declarations = rows.map((row, at) => declarationFacts(at, row));
      const ids = declarationIds('p#/x@3.py', declarations);
      const chosen = ids.map(() => chances.next().value === true);
      const set = new ChosenIds(ids.filter((_, at) => chosen[at]));
      expect(declarations.map((it, at) => set.has(ids[at] ?? '', it))).toEqual(chosen);
    }),
  );
});
