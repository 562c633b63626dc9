import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf, NO_FILTER, type Route, readRoute } from './route.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const whole = fc.nat({ max: 999_999 });
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ view: fc.constant('overview' as const), project: text, directory: text }),
  fc.record({
    view: fc.constant('groups' as const),
    filter: fc.record({
      text,
      project: text,
      language: text,
      kind: fc.constantFrom('' as const, 'function-body' as const, 'function-shape' as const, 'near' as const),
      ease: fc.constantFrom('' as const, 'identical' as const, 'values' as const, 'functions' as const),
      projects: whole,
      nodes: whole,
      tests: fc.boolean(),
      vendored: fc.boolean(),
      generated: fc.boolean(),
      examples: fc.boolean(),
      benchmarks: fc.boolean(),
      configuration: fc.boolean(),
      small: fc.boolean(),
      data: fc.boolean(),
      sort: fc.constantFrom(
        'listed' as const,
        'rank' as const,
        'copies' as const,
        'size' as const,
        'score' as const,
        'ease' as const,
      ),
      matrix: fc.boolean(),
    }),
  }),
  fc.record({ view: fc.constant('group' as const), id: text, left: whole, right: whole }),
  fc.record({ view: fc.constant('node' as const), project: text, path: text, name: text, line: whole }),
  fc.record({ view: fc.constant('cycles' as const), number: whole }),
  fc.record({ view: fc.constantFrom('history' as const, 'rest' as const) }),
);

it('readRoute reads every route that hashOf writes', () => {
  fc.assert(
    fc.property(route, (given) => {
      expect(readRoute(hashOf(given))).toEqual(given);
    }),
  );
});

it('readRoute returns a route for any hash', () => {
  fc.assert(
    fc.property(fc.string(), (hash) => {
      expect(readRoute(hash).view).toBeTruthy();
    }),
  );
});

it('hashOf writes only values that differ from their default, by name', () => {
  expect(hashOf({ view: 'groups', filter: NO_FILTER })).toBe('#/groups');
  expect(hashOf({ view: 'groups', filter: { ...NO_FILTER, project: '@scope/a&b', tests: true } })).toBe(
    '#/groups?project=%40scope%2Fa%26b&tests=yes',
  );
});
