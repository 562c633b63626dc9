import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeclarationFacts } from '#parse/facts.ts';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import type { Group, GroupKind } from '../model.ts';
import { declarationFacts, vectors } from '../test-project.ts';
import { groupFunctions } from './group-functions.ts';
import { groupId } from './group-id.ts';
import type { GroupedFile } from './occurrences.ts';

test.each(
  vectors<{ why: string; kind: GroupKind; fingerprint: string; hashed_hex: string; id: string }>('group-ids.json'),
)('$why', ({ kind, fingerprint, hashed_hex, id }) => {
  expect(groupId(kind, fingerprint)).toBe(id);
  expect(Buffer.from(`${kind}\0${fingerprint}`).toString('hex')).toBe(hashed_hex);
});

/** A file with the declarations `<path>0`, `<path>1`, … */
function fileOf(path: string, ...declarations: Partial<DeclarationFacts>[]): GroupedFile {
  return {
    ids: declarations.map((_, index) => `${path}${index}`),
    facts: { declarations: declarations.map((it, index) => declarationFacts(index, it)) },
  };
}

const copy = (body: string, given: Partial<DeclarationFacts> = {}) => ({
  function_body: body,
  function_shape: body,
  ...given,
});

describe('groups', () => {
  test('equal bodies and equal shapes form separate groups, highest score first', () => {
    const files = [
      fileOf('b', { function_body: 'x', function_shape: 's', nodes: 30 }),
      fileOf(
        'a',
        { function_body: 'x', function_shape: 's', nodes: 30 },
        { function_body: 'y', function_shape: 's', nodes: 30 },
      ),
    ];
    expect(groupFunctions(files, 12)).toEqual([
      {
        id: groupId('function-shape', 's'),
        kind: 'function-shape',
        nodes: 30,
        score: 60,
        occurrences: ['a0', 'a1', 'b0'],
      },
      { id: groupId('function-body', 'x'), kind: 'function-body', nodes: 30, score: 30, occurrences: ['a0', 'b0'] },
    ]);
  });

  test('a shape group with the same functions as a body group links to it', () => {
    const [first, second, ...others] = groupFunctions([fileOf('a', copy('x'), copy('x'))], 12);
    const [body, shape] = first?.kind === 'function-body' ? [first, second] : [second, first];
    expect(others).toEqual([]);
    expect(shape?.same_as).toBe(body?.id);
    expect(body).not.toHaveProperty('same_as');
  });

  test('classes, small functions and functions without a fingerprint are in no group', () => {
    const files = [
      fileOf('a', copy('c', { kind: 'class' }), copy('small', { nodes: 11 }), {}, copy('just', { nodes: 12 })),
      fileOf(
        'b',
        copy('c', { kind: 'class' }),
        copy('small', { nodes: 11 }),
        {},
        copy('just', { nodes: 12, kind: 'method' }),
      ),
    ];
    expect(groupFunctions(files, 12).map(({ occurrences }) => occurrences)).toEqual([
      ['a3', 'b3'],
      ['a3', 'b3'],
    ]);
  });

  test('sets contained_in when all occurrences are nested in functions of one group', () => {
    const nested = (path: string) =>
      fileOf(path, { function_body: 'outer', nodes: 90 }, { function_body: 'inner', within: 0 });
    const [outer, inner] = groupFunctions([nested('a'), nested('b')], 12);
    expect(outer).not.toHaveProperty('contained_in');
    expect(inner?.contained_in).toBe(outer?.id);
  });

  test('does not set contained_in when one occurrence is not nested', () => {
    const nested = (path: string) =>
      fileOf(path, { function_body: 'outer', nodes: 90 }, { function_body: 'inner', within: 0 });
    const groups = groupFunctions([nested('a'), nested('b'), fileOf('c', { function_body: 'inner' })], 12);
    expect(groups.map((it) => 'contained_in' in it)).toEqual([false, false]);
  });

  test('does not set contained_in when occurrences are nested in functions of different groups', () => {
    const nested = (path: string, outer: string) =>
      fileOf(path, { function_body: outer, nodes: 90 }, { function_body: 'inner', within: 0 });
    const groups = groupFunctions([nested('a', 'o'), nested('b', 'o'), nested('c', 'p'), nested('d', 'p')], 12);
    expect(groups).toHaveLength(3);
    expect(groups.filter((it) => 'contained_in' in it)).toEqual([]);
  });

  test('groups two copies of 20,000 nested functions in bounded time', () => {
    const chain = (path: string) =>
      fileOf(path, ...Array.from({ length: 20_000 }, (_, n) => ({ function_body: `${n}`, within: n - 1 })));
    const groups = groupFunctions([chain('a'), chain('b')], 12);
    expect(groups).toHaveLength(20_000);
    expect(groups.filter((it) => it.contained_in === undefined)).toHaveLength(1);
  });
});

describe('compared with brute force', () => {
  const declaration = fc.record({
    kind: fc.constantFrom('function', 'method', 'class'),
    nodes: fc.integer({ min: 10, max: 14 }),
    body: fc.option(fc.constantFrom('1', '2', '3')),
    shape: fc.option(fc.constantFrom('1', '2')),
    around: fc.nat(),
  });
  const project = fc.array(fc.array(declaration, { maxLength: 6 }), { maxLength: 4 }).map((files) =>
    files.map((its, file) =>
      fileOf(
        `f${file}.`,
        ...its.map(
          ({ kind, nodes, body, shape, around }, index): Partial<DeclarationFacts> => ({
            kind,
            nodes,
            within: (around % (index + 1)) - 1,
            ...(body === null ? {} : { function_body: body }),
            ...(shape === null ? {} : { function_shape: shape }),
          }),
        ),
      ),
    ),
  );

  test('members, scores and links match the definition', () => {
    fc.assert(
      fc.property(project, (files) => {
        expect(groupFunctions(files, 12)).toEqual(groupsByDefinition(files, 12));
      }),
      { numRuns: searchRuns(1000) },
    );
  });

  test('the order of files does not change the groups', () => {
    fc.assert(
      fc.property(project, (files) => {
        expect(groupFunctions(files.toReversed(), 12)).toEqual(groupFunctions(files, 12));
      }),
    );
  });
});

/** The definition as brute force over all pairs of groups and functions. */
function groupsByDefinition(files: readonly GroupedFile[], minNodes: number): Group[] {
  const functions = files.flatMap(({ ids, facts }, file) =>
    facts.declarations.flatMap((it, at) =>
      it.kind !== 'class' && it.nodes >= minNodes ? [{ ...it, id: ids[at] ?? '', file, at }] : [],
    ),
  );
  const liesIn = (inner: (typeof functions)[number], outer: (typeof functions)[number]): boolean => {
    if (inner.file !== outer.file) return false;
    const declarations = files[inner.file]?.facts.declarations ?? [];
    for (let at = inner.within; at >= 0; at = declarations[at]?.within ?? -1) if (at === outer.at) return true;
    return false;
  };
  const sets = ['1', '2', '3'].flatMap((fingerprint) => [
    {
      kind: 'function-body' as const,
      fingerprint,
      members: functions.filter((it) => it.function_body === fingerprint),
    },
    {
      kind: 'function-shape' as const,
      fingerprint,
      members: functions.filter((it) => it.function_shape === fingerprint),
    },
  ]);
  const groups = sets
    .filter(({ members }) => members.length > 1)
    .map((it) => ({ ...it, id: groupId(it.kind, it.fingerprint), occurrences: it.members.map(({ id }) => id).sort() }));

  return groups
    .map(({ id, kind, members, occurrences }): Group => {
      const nodes = Math.max(...members.map((it) => it.nodes));
      const same = groups.find((it) => it.kind === 'function-body' && it.occurrences.join() === occurrences.join());
      const [holder] = groups
        .filter((it) => it.id !== id && members.every((inner) => it.members.some((outer) => liesIn(inner, outer))))
        .map((it) => it.id)
        .sort();
      return {
        id,
        kind,
        nodes,
        score: members.reduce((sum, it) => sum + it.nodes, 0) - nodes,
        ...(kind === 'function-body' || same === undefined ? {} : { same_as: same.id }),
        ...(holder === undefined ? {} : { contained_in: holder }),
        occurrences,
      };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
