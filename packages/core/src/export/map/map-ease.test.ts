import type { MapData } from '@analyzer/contracts/pages/map';
import { expect, test } from 'vitest';
import { quoter } from '#scan/quote.ts';
import { packed } from '../../../../web/src/map/embed.ts';
import { indexProjects } from '../fixture.ts';
import { buildMap } from './export-map.ts';
import type { DraftOfGroup, MapDrafts } from './map-drafts.ts';

const renamed = (name: string, rows: string) => `def ${name}(${rows}, log):
    found = []
    while ${rows}.next():
        entry = ${rows}.read(log)
        if entry is None or entry.kind == 'skip':
            continue
        found.append(entry)
        log.write('read', entry.kind)
    return sorted(found)

`;
const same = (name: string) => `def ${name}(rows, limit):
    total = 0
    for row in rows:
        if row.open and row.price < limit:
            total += row.price * row.count
        else:
            row.close(total)
    return total

`;
const FILES = {
  'shop/src/a.py': renamed('first', 'rows') + same('sum_open'),
  'shop/src/b.py': renamed('last', 'items') + same('sum_all'),
};
const NONE: DraftOfGroup = { lines_saved: 0, copies: { name: [], path: [], line: [] }, copy_count: 0, parameters: [] };

async function eases(drafts?: MapDrafts): Promise<MapData['groups'][number]['ease'][]> {
  const index = await indexProjects(FILES);
  try {
    const page = { size: 1000, packed, withData: () => '' };
    const request = { page, limit: 20, created: '2026-01-02T03:04:05Z', analyzer: '0.5.0', quote: quoter(index.roots) };
    const { groups } = await buildMap(index.snapshot, { ...request, ...(drafts && { drafts }) });
    return ['sum_open', 'first'].map((name) => groups.find(({ names }) => names.includes(name))?.ease);
  } finally {
    index.remove();
  }
}

test('a group has the ease that its kind tells', async () => {
  expect(await eases()).toEqual(['identical', 'values']);
});

test('a group with a draft has the ease of its parameters, and none if there is no draft', async () => {
  const its = { name: 'found', path: 'shop/src/a.py', text: 'def found(): ...' };
  const parameters: DraftOfGroup['parameters'] = [{ name: 'read', kind: 'function', values: [] }];
  const write: MapDrafts['write'] = async (groups) =>
    groups.map(({ group }) =>
      group.kind === 'function-body' ? { ...NONE, obstacle: 'super' } : { ...NONE, function: its, parameters },
    );
  expect(await eases({ write, all: true })).toEqual([undefined, 'functions']);
});
