import { BLOCKS, MAP_MARKER, type MapData } from '@analyzer/contracts/pages/map';
import { beforeAll, expect, it } from 'vitest';
import { mapHtml } from './embed.ts';
import { dataOf, realMap } from './testing/real-map.ts';

const template = `${MAP_MARKER} v1 -->\n<!doctype html><body><!-- analyzer-map-data --></body>`;
const evil = '</script><script>alert(1)</script><!--\u2028\ud800$&';

let small: MapData;
beforeAll(() => {
  ({ data: small } = realMap({ api: 'fixtures/export/projects/api', tools: 'fixtures/export/projects/tools' }));
});

it('embeds data that reads back unchanged, without any text of a project in the page', () => {
  const data = structuredClone(small);
  data.snapshot_id = evil;
  data.graph.declarations.name = [evil];
  const html = mapHtml(template, data);
  expect(html.startsWith(MAP_MARKER)).toBe(true);
  expect(html).not.toContain('alert');
  expect(dataOf(html)).toEqual(data);
});

it('omits the source block if there is no source', () => {
  const { sources: _, ...data } = small;
  expect(mapHtml(template, data)).not.toContain(BLOCKS.sources);
});

it('throws for a page that is not a built map', () => {
  expect(() => mapHtml('<!doctype html>', small)).toThrow(/must start with "<!-- analyzer-map"/);
});
