import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BLOCKS, MAP_MARKER, type MapData } from './data.ts';
import { mapHtml } from './embed.ts';
import { corpusMap } from './testing/corpus-map.ts';

const template = `${MAP_MARKER} v1 -->\n<!doctype html><body><!-- analyzer-map-data --></body>`;
const evil = '</script><script>alert(1)</script><!--\u2028\ud800$&';

function read(html: string, id: string): unknown {
  const text = new RegExp(`<script type="text/plain" id="${id}" [^>]*>([^<]*)</script>`).exec(html)?.[1];
  return text === undefined ? undefined : JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString());
}

it('gives back exactly what was put in, and no text of a project stands in the page', () => {
  const data: MapData = { ...corpusMap([]), snapshot_id: evil };
  data.graph.declarations.name = [evil];
  const html = mapHtml(template, data);
  expect(html.startsWith(MAP_MARKER)).toBe(true);
  expect(html).not.toContain('alert');
  const { graph, sources, ...main } = data;
  expect(read(html, BLOCKS.main)).toEqual(main);
  expect(read(html, BLOCKS.graph)).toEqual(graph);
  expect(read(html, BLOCKS.sources)).toEqual(sources);
});

it('leaves the source block out when there is no source', () => {
  const { sources: _, ...data } = corpusMap([]);
  expect(mapHtml(template, data)).not.toContain(BLOCKS.sources);
});

it('refuses a page that is no built map', () => {
  expect(() => mapHtml('<!doctype html>', corpusMap([]))).toThrow(/must begin with "<!-- analyzer-map"/);
});
