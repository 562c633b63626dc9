import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { clones } from '../operations/clones.ts';
import { createQuery } from '../query.ts';

const query = createQuery([clones]);

const SAME = (name: string) => `def ${name}(x):\n    if x > 1 and x < 100:\n        return [x, -x]\n    return [x]\n\n`;
const RENAMED = (name: string, rows: string) => `def ${name}(${rows}):
    total = 0
    for row in ${rows}:
        while row.open:
            total += row.price * row.count
            row.next()
    return round(total, 2)

`;
const APART = (name: string) =>
  `def ${name}(a, b):\n    try:\n        with a.lock as c:\n            c.write(b)\n    except OSError as e:\n        b.fail(e)\n`;
const BASH = (name: string) =>
  `${name}() {\n  for it in "$@"; do\n    if [ -f "$it" ]; then\n      cat "$it" | sort | uniq >> out.txt\n    fi\n  done\n}\n`;

const files = () =>
  fixtureFolder({
    'one/setup.py': '',
    'one/a.py': SAME('small'),
    'one/b.py': SAME('tiny'),
    'one/c.py': RENAMED('large', 'rows'),
    'one/d.py': RENAMED('big', 'items'),
    'one/apart.py': APART('apart'),
    'two/setup.py': '',
    'two/apart.py': APART('away'),
    'one/a.sh': BASH('first'),
    'one/b.sh': BASH('second'),
  });

async function indexed(work: (names: (params: object) => string[]) => void): Promise<void> {
  const own = await indexProjects(files());
  try {
    work((params) => namesOf(own, params));
  } finally {
    own.remove();
  }
}

function namesOf({ reader }: IndexedProjects, params: object): string[] {
  const request = { schema: 'analyzer.request.v1', operation: 'clones', params };
  const outcome = query(reader, request);
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  const items: unknown = Reflect.get(outcome.ok.data, 'items');
  return Array.isArray(items) ? items.map((item) => [...Reflect.get(Object(item), 'names')].join(' ')) : [];
}

test('groups are ordered by what their draft would need, then by repeated syntax', async () => {
  await indexed((names) => {
    const all = names({ sort: 'ease' });
    expect(all.indexOf('big large')).toBeGreaterThan(all.indexOf('small tiny'));
    expect(names({ sort: 'weight' }).indexOf('big large')).toBeLessThan(
      names({ sort: 'weight' }).indexOf('small tiny'),
    );
    expect(names({ sort: 'ease', offset: 1, limit: 1 })).toEqual([all[1]]);
  });
});

test('only functions of one project that a draft can replace have an ease', async () => {
  await indexed((names) => {
    expect(names({ ease: 'identical' })).toEqual(['small tiny']);
    expect(names({ ease: 'values', sort: 'ease' })).toEqual(['small tiny', 'big large']);
    expect(names({ ease: 'values', project: 'two' })).toEqual([]);
    expect(names({})).toEqual(expect.arrayContaining(['apart away', 'first second']));
  });
});
