import { expect, test } from 'vitest';
import type { ListedGroups } from '#lists/listed-groups.ts';
import type { CopyRelation } from '#relations/model.ts';
import type { Group } from '#scan/model.ts';
import { type ScreenFact, screenFacts } from './screen-facts.ts';

const relation = (kind: CopyRelation['kind'], sides: string[], groups: string[] = [], lines = 40): CopyRelation => {
  return { kind, sides, pairs: [], lines, groups, elsewhere: 0 };
};

/** @param groups the files of each group */
function facts(relations: CopyRelation[], groups: Record<string, string[]> = {}) {
  const shown = Object.keys(groups).map((id): Group => {
    return { id, kind: 'function-body', nodes: 40, score: 40, occurrences: [] };
  });
  const listed: ListedGroups = { shown, inside: 0, apart: [], intended: [], silenced: 0 };
  return screenFacts({ relations, left_out: 0 }, listed, ({ id }) => groups[id] ?? []);
}

const words = (fact: ScreenFact): string => {
  const its = 'group' in fact ? fact.group.id : fact.relations.map(({ sides }) => sides.join(' ')).join(', ');
  return fact.more === 0 ? its : `${its} and ${fact.more} more`;
};

test('forks and families of files in the same folders are one fact, others are not', () => {
  const its = facts([
    relation('mirror', ['lang/a', 'lang/b'], [], 200),
    relation('fork', ['lang/a.php', 'lang/b.php']),
    relation('fork', ['lang/c.php', 'lib/c.php']),
    relation('fork', ['lang/d.php', 'lang/e.php']),
    relation('file-family', ['lang/f.php', 'lang/g.php', 'lang/h.php']),
    relation('fork', ['lang/d.php', 'lib/d.php']),
  ]);
  expect(its.facts.map(words)).toEqual([
    'lang/a lang/b',
    'lang/a.php lang/b.php, lang/d.php lang/e.php, lang/f.php lang/g.php lang/h.php',
    'lang/c.php lib/c.php, lang/d.php lib/d.php',
  ]);
  expect(its.more).toEqual({ relations: 0, groups: 0 });
});

test('the relations with the most lines come first, those of one fact together', () => {
  const its = facts([
    relation('mirror', ['a', 'b'], [], 50),
    relation('fork', ['lang/a.php', 'lib/a.php'], [], 30),
    relation('fork', ['c.php', 'd.php'], [], 60),
    relation('fork', ['lang/b.php', 'lib/b.php'], [], 40),
  ]);
  expect(its.facts.map(words)).toEqual(['lang/a.php lib/a.php, lang/b.php lib/b.php', 'c.php d.php', 'a b']);
});

test('groups in the files of an earlier fact are counted there', () => {
  const { facts: its, more } = facts([relation('shared-helper', ['a.py', 'b.py', 'c.py'], ['g_2', 'g_3'])], {
    g_1: ['x.py', 'y.py'],
    g_2: ['b.py', 'a.py', 'c.py'],
    g_4: ['y.py', 'x.py'],
    g_5: ['a.py', 'c.py'],
    g_6: ['b.py', 'c.py'],
    g_7: ['x.py'],
    g_8: ['x.py'],
  });
  expect(its.map(words)).toEqual(['g_1 and 1 more', 'a.py b.py c.py and 1 more', 'g_6', 'g_7 and 1 more']);
  expect(more.groups).toBe(0);
});

test('relations that are folded in a fact after the first ones are counted', () => {
  const folders = Array.from({ length: 7 }, (_, at) => `f${at}`);
  const its = facts(
    [...folders, 'f6'].map((folder, at) => {
      return relation('fork', [`${folder}/a${at}.js`, `${folder}/b${at}.js`], [], at < 6 ? 100 : 40);
    }),
  );
  expect(its.facts.length).toBe(6);
  expect(its.more.relations).toBe(2);
});

test('code of two files of a family and others of its folder is counted there', () => {
  const { facts: its } = facts(
    [
      relation('file-family', ['u/a.js', 'u/b.js', 'u/c.js']),
      relation('shared-helper', ['u/a.js', 'u/b.js', 'u/d.js'], ['g_1']),
    ],
    { g_1: ['u/a.js'], g_2: ['u/a.js', 'u/d.js'], g_3: ['u/a.js', 'u/b.js', 'v/a.js'] },
  );
  expect(its.map(words)).toEqual(['u/a.js u/b.js u/c.js and 1 more', 'g_2', 'g_3']);
});
