import { expect, test } from 'vitest';
import { type EarlierIds, type FirstIds, IdLayout } from './id-layout.ts';

const NO_STRINGS = { names: new Map(), languages: new Map(), rules: new Map(), groups: new Map() };

/** Places projects with these numbers of nodes. */
function placed(sizes: Readonly<Record<string, number>>, earlier: EarlierIds['projects'] = new Map()) {
  const layout = new IdLayout({ ...NO_STRINGS, projects: earlier });
  const found = new Map<string, FirstIds>();
  let last: FirstIds = { project: 0, node: 0 };
  for (const [label, size] of Object.entries(sizes)) {
    const first = layout.place(label, last);
    expect(first.project).toBeGreaterThan(last.project);
    expect(first.node).toBeGreaterThan(last.node);
    found.set(label, first);
    last = { project: first.project, node: first.node + size - 1 };
  }
  return found;
}

const FIRST = placed({ api: 5_000, shop: 100, web: 300 });

test('projects of a new index have ids between them', () => {
  expect([...FIRST.values()]).toEqual([
    { project: 1024, node: 256 },
    { project: 2048, node: 7_680 },
    { project: 3072, node: 8_960 },
  ]);
});

test('projects keep their ids if one grows, is added or removed', () => {
  const later = placed({ aaa: 10, api: 5_900, cart: 200, web: 300 }, FIRST);
  expect(later.get('api')?.project).toBe(FIRST.get('api')?.project);
  expect(later.get('web')).toEqual(FIRST.get('web'));
  expect(later.get('cart')).toEqual({ project: 1536, node: 6_400 });
});

test('a project moves only as far as one before it needs', () => {
  const later = placed({ api: 8_000, shop: 100, web: 300, zoo: 5 }, FIRST);
  expect(later.get('api')).toEqual(FIRST.get('api'));
  expect(later.get('shop')).toEqual({ project: 2048, node: 8_448 });
  expect(later.get('web')).toEqual(FIRST.get('web'));
});
