import fc from 'fast-check';
import { expect, test } from 'vitest';
import { declarationParts, isStaleNodeId, nodeId, nodeKey } from './keys.ts';

const declaration = fc.record({
  kind: fc.constantFrom('function' as const, 'method' as const, 'class' as const),
  qualified_name: fc.constantFrom('f', 'g', 'A.f', 'A', 'f\\2'),
});

const idsOf = (path: string, declarations: Parameters<typeof declarationParts>[1], label = 'shop'): string[] =>
  declarationParts(path, declarations).map((parts) => nodeId(nodeKey(label, ...parts)));

test('ids of a file are different, and the same in every order of declarations that are not equal', () => {
  fc.assert(
    fc.property(fc.array(declaration, { maxLength: 12 }), fc.integer({ min: 0, max: 12 }), (declarations, from) => {
      const ids = idsOf('a.py', declarations);
      expect(new Set(ids).size).toBe(ids.length);
      const moved = [...declarations.slice(from), ...declarations.slice(0, from)];
      expect(idsOf('a.py', moved).sort()).toEqual([...ids].sort());
    }),
  );
});

test('an id changes with the label, the path, the kind and the name', () => {
  const one = { kind: 'function', qualified_name: 'f' } as const;
  const ids = [
    ...idsOf('a.py', [one, one]),
    ...idsOf('b.py', [one]),
    ...idsOf('a.py', [one], 'other'),
    ...idsOf('a.py', [{ ...one, kind: 'method' }]),
    ...idsOf('a.py', [{ ...one, qualified_name: 'A.f' }]),
    nodeId(nodeKey('shop', 'a.py')),
    nodeId(nodeKey('shop')),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id tells whether another version of the program computed it', () => {
  expect(isStaleNodeId(nodeId(nodeKey('shop', 'a.py')))).toBe(false);
  expect(isStaleNodeId('n_1f4d598d4a3705a67415')).toBe(true);
});
