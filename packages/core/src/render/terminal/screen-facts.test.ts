import { expect, test } from 'vitest';
import { twinSign } from '#lists/async-twins.ts';
import type { ListedGroups } from '#lists/listed-groups.ts';
import type { CopyRelation } from '#relations/model.ts';
import type { Group } from '#scan/model.ts';
import type { CodePlace, ScreenFact } from './screen-fact.ts';
import { screenFacts } from './screen-facts.ts';

const relation = (kind: CopyRelation['kind'], sides: string[], groups: string[] = [], lines = 80): CopyRelation => {
  return { kind, sides, pairs: [], lines, groups, elsewhere: 0 };
};

/** @param groups the places of each group: paths, with names if these matter */
function facts(relations: CopyRelation[], groups: Record<string, string[]> = {}) {
  const shown = Object.keys(groups).map((id): Group => {
    return { id, kind: 'function-body', nodes: 40, score: 40, occurrences: [] };
  });
  const listed: ListedGroups = { shown, inside: 0, apart: [], intended: [], silenced: 0 };
  return screenFacts({ relations, left_out: 0 }, listed, ({ id }) => {
    const places = (groups[id] ?? []).map((it): CodePlace => {
      const [, path = '', start, end, name] = /^([^ :]*)(?::(\d+)-(\d+))?(?: (.*))?$/.exec(it) ?? [];
      return { path, ...(start && { start: Number(start), end: Number(end) }), ...(name && { name }) };
    });
    const files = [...new Set(places.map(({ path }) => path))];
    const saved = Number(/^g_few_(\d+)/.exec(id)?.[1] ?? 10);
    return { files, places, twins: twinSign(places), saved, isWorth: !id.startsWith('g_no') };
  });
}

const words = (fact: ScreenFact): string => {
  const its = 'group' in fact ? fact.group.id : fact.relations.map(({ sides }) => sides.join(' ')).join(', ');
  const twins = fact.twins.length === 0 ? '' : ` and ${fact.twins.length} twins`;
  const also = fact.also.map(({ path, start }) => ` also ${path}:${start}`).join('');
  return fact.more === 0 ? its + twins + also : `${its} and ${fact.more} more${twins}${also}`;
};

test('forks and families of files in the same folders are one fact, others are not', () => {
  const its = facts([
    relation('mirror', ['lang/a', 'lang/b'], [], 300),
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
    relation('mirror', ['a', 'b'], [], 65),
    relation('fork', ['lang/a.php', 'lib/a.php'], [], 30),
    relation('fork', ['c.php', 'd.php'], [], 66),
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
  expect(its.map(words)).toEqual(['g_1 and 1 more', 'g_2 and 2 more', 'g_7 and 1 more']);
  expect(more.groups).toBe(0);
});

test('shared helpers of the same folders are one fact, of the group with the most equal lines', () => {
  const { facts: its, more } = facts(
    [
      relation('shared-helper', ['u/a.sh', 'u/b.sh', 'u/c.sh'], ['g_few_30'], 40),
      relation('shared-helper', ['u/a.sh', 'u/d.sh', 'u/e.sh'], ['g_1', 'g_4'], 20),
      relation('shared-helper', ['u/a.sh', 'u/b.sh', 'v/a.sh'], ['g_2'], 10),
    ],
    { g_1: ['u/a.sh'], g_2: ['v/a.sh'], g_few_30: ['u/b.sh'], g_4: ['u/d.sh'] },
  );
  expect(its.map(words)).toEqual(['g_few_30 and 2 more', 'g_2']);
  expect(more.relations).toBe(0);
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

test('code of a file of a family and others of its folder is counted there', () => {
  const { facts: its } = facts(
    [
      relation('file-family', ['u/a.js', 'u/b.js', 'u/c.js']),
      relation('shared-helper', ['u/a.js', 'u/b.js', 'u/d.js'], ['g_1']),
    ],
    { g_1: ['u/a.js', 'u/b.js', 'u/d.js'], g_2: ['u/a.js', 'u/d.js'], g_3: ['u/a.js', 'v/a.js', 'v/b.js'] },
  );
  expect(its.map(words)).toEqual(['u/a.js u/b.js u/c.js and 2 more', 'g_3']);
});

test('code of files that are all in facts of several files, or half in one, is counted at the one with most of them', () => {
  const { facts: its } = facts([relation('fork', ['a.js', 'b.js'])], {
    g_1: ['u/c.js', 'u/d.js', 'u/e.js'],
    g_2: ['b.js', 'u/c.js', 'u/e.js'],
    g_3: ['v/f.js'],
    g_4: ['v/f.js', 'b.js'],
  });
  expect(its.map(words)).toEqual(['a.js b.js', 'g_1 and 1 more', 'g_3', 'g_4']);
});

test('the groups with the most equal lines come first; few lines are only counted, less so after three facts', () => {
  const { facts: its, more } = facts([], {
    g_few_9: ['a.js'],
    g_few_4: ['b.js'],
    g_2: ['c.js'],
    g_few_8: ['d.js'],
    g_few_30: ['e.js'],
  });
  expect(its.map(words)).toEqual(['g_few_30', 'g_2', 'g_few_9']);
  expect(more.groups).toBe(2);
});

test('code of which too little is equal is only counted', () => {
  const { facts: its, more } = facts([], { g_no_1: ['a.js', 'b.js'], g_2: ['a.js', 'b.js'] });
  expect(its.map(words)).toEqual(['g_2']);
  expect(more.groups).toBe(1);
});

test('a fact has all places of its code', () => {
  const { facts: its } = facts([relation('fork', ['u/a.js', 'v/a.js'])], {
    g_few_30: ['b.js:10-40', 'b.js:60-90'],
    g_few_20: ['b.js:1-5', 'b.js:12-16', 'b.js:100-104'],
    g_few_19: ['b.js:200-210', 'b.js:300-310'],
    g_few_18: ['u/a.js:1-9', 'v/a.js:1-9', 'w/b.js:5-13'],
  });
  expect(its.map(words)).toEqual(['u/a.js v/a.js also w/b.js:5', 'g_few_30 and 1 more also b.js:1 also b.js:100']);
});

test('a fork of few lines comes among the groups', () => {
  const { facts: its, more } = facts(
    [relation('fork', ['u/a.js', 'u/b.js'], ['g_2'], 59), relation('fork', ['c.js', 'd.js'], ['g_3'], 60)],
    { g_few_60: ['x.js', 'y.js'], g_2: ['u/a.js', 'u/b.js'], g_3: ['c.js', 'd.js'] },
  );
  expect(its.map(words)).toEqual(['c.js d.js', 'g_few_60', 'u/a.js u/b.js']);
  expect(more.relations).toBe(0);
});

test('code in most of its files between mirrored folders is counted there', () => {
  const { facts: its } = facts(
    [
      relation('folder-family', ['c/hsl', 'c/hsv', 'c/rgb'], [], 300),
      relation('file-family', ['c/hsl/a.php', 'c/hsv/b.php', 'c/rgb/a.php'], ['g_1', 'g_2']),
      relation('shared-helper', ['c/hsl/a.php', 'c/rgb/b.php', 'c/xyz/a.php'], ['g_3']),
      relation('fork', ['c/hsl/x.php', 'c/hsl/y.php'], []),
    ],
    {
      g_1: ['c/hsl/a.php', 'c/hsv/b.php'],
      g_3: ['c/hsl/a.php', 'c/rgb/b.php', 'c/xyz/a.php'],
      g_4: ['c/hsl/a.php', 'c/xyz/a.php'],
      g_5: ['c/rgb/a.php'],
    },
  );
  expect(its.map(words)).toEqual(['c/hsl c/hsv c/rgb and 3 more', 'c/hsl/x.php c/hsl/y.php', 'g_4', 'g_5']);
});

test('synchronous and asynchronous code is one fact', () => {
  const { facts: its } = facts(
    [
      relation('fork', ['lib/_client/_async_client.py', 'lib/_client/_client.py'], [], 900),
      relation('fork', ['lib/asyncio/index.py', 'lib/index.py'], ['g_1', 'g_2'], 90),
    ],
    {
      g_1: ['lib/asyncio/index.py', 'lib/index.py'],
      g_3: ['lib/http.py AsyncRequests', 'lib/http.py Requests'],
      g_4: ['lib/task.py async_wait', 'lib/task.py wait_for'],
      g_5: ['lib/fs.js readFile', 'lib/fs.js readFileSync'],
      g_6: ['lib/async.py wait', 'lib/async.py wait'],
    },
  );
  expect(its.map(words)).toEqual(['lib/_client/_async_client.py lib/_client/_client.py and 3 twins', 'g_4', 'g_6']);
});
