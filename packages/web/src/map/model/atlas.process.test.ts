import { createHash } from 'node:crypto';
import { FLAG_TEST, type MapData } from '@analyzer/contracts/pages/map';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEPENDENCIES, realMap } from '../testing/real-map.ts';
import { Atlas, Graph } from './atlas.ts';
import { filterGroups } from './filter-groups.ts';
import { NameIndex } from './find-nodes.ts';
import { layersAround } from './layers.ts';
import { neighbourhood } from './neighbourhood.ts';
import { nodeId } from './node-id.ts';
import { nodeAt, nodeRoute } from './node-route.ts';
import { NO_FILTER } from './route.ts';
import { scene, tileAt } from './treemap-scene.ts';

let data: MapData;
let atlas: Atlas;
let graph: Graph;

beforeAll(() => {
  ({ data } = realMap(DEPENDENCIES));
  atlas = new Atlas(data);
  graph = new Graph(data.graph, data.files.name.length);
}, 60_000);

describe('locations', () => {
  it('finds every node by its URL', () => {
    const nodes = graph.files + data.graph.declarations.name.length;
    for (let node = 0; node < nodes; node++) {
      const found = nodeAt(atlas, graph, nodeRoute(atlas, graph, node)) ?? -1;
      expect(nodeRoute(atlas, graph, found)).toEqual(nodeRoute(atlas, graph, node));
    }
  });

  it('computes the same id of a declaration as the index', async () => {
    const [first = 0] = data.graph.declarations.file;
    const { name, kind, kinds } = data.graph.declarations;
    const parts = [data.projects[atlas.projectOf(first)]?.label, atlas.path(first), kinds[kind[0] ?? 0], name[0]];
    const digest = createHash('sha256').update(parts.join('\0')).digest('hex');
    await expect(nodeId(atlas, graph, graph.files)).resolves.toBe(`n_02${digest.slice(0, 18)}`);
  });

  it('finds names that start with the text before names that only contain it', () => {
    const { declarations } = new NameIndex(atlas, graph).find('stringify', 6);
    const names = declarations.map((node) => data.graph.declarations.name[node - graph.files] ?? '');
    expect(names[0]).toBe('stringify');
    expect(names.every((name) => name.toLowerCase().includes('stringify'))).toBe(true);
  });
});

describe('links', () => {
  it('are equal from both ends', () => {
    let there = 0;
    let back = 0;
    const nodes = graph.files + data.graph.declarations.name.length;
    for (let node = 0; node < nodes; node++) {
      there += neighbourhood(graph, node).after.length;
      for (const caller of neighbourhood(graph, node).before) {
        back++;
        expect(neighbourhood(graph, caller.node).after.map((one) => one.node)).toContain(node);
      }
    }
    expect(there).toBe(back);
    expect(there).toBe(data.graph.calls.targets.length + data.graph.imports.targets.length);
  });

  it('contain each node once at a side, at most as many as the cap, and count the rest', () => {
    const called = new Int32Array(data.graph.declarations.name.length);
    for (const target of data.graph.calls.targets) called[target] = (called[target] ?? 0) + 1;
    const busiest = graph.files + called.indexOf(Math.max(...called));
    const { columns, edges } = layersAround(graph, [busiest], { depth: 2, cap: 5 });
    expect(Math.max(...columns.map((column) => column.nodes.length))).toBeLessThanOrEqual(5);
    const middle = columns.findIndex((column) => column.nodes.includes(busiest));
    const before = columns[middle - 1];
    expect((before?.nodes.length ?? 0) + (before?.more ?? 0)).toBe(
      new Set(neighbourhood(graph, busiest).before.map((one) => one.node)).size,
    );
    for (const side of [columns.slice(0, middle + 1), columns.slice(middle)]) {
      const drawn = side.flatMap((one) => one.nodes);
      expect(new Set(drawn).size).toBe(drawn.length);
    }
    for (const { column, from, to } of edges) {
      expect(columns[column]?.nodes).toContain(from);
      expect(columns[column + 1]?.nodes).toContain(to);
      expect(neighbourhood(graph, from).after.map((one) => one.node)).toContain(to);
    }
  });
});

describe('the treemap', () => {
  it('shows all lines and returns the tile at a point', () => {
    const tiles = scene(atlas, undefined, { width: 1200, height: 800, unit: 1 }, 'all');
    const lines = tiles.filter((tile) => tile.depth === 0).reduce((sum, tile) => sum + tile.lines, 0);
    expect(lines).toBe(data.files.lines.reduce((sum, its) => sum + its, 0));
    for (const tile of tiles.filter((one) => one.leaf && one.width > 2 && one.height > 2)) {
      expect(tileAt(tiles, tile.x + tile.width / 2, tile.y + tile.height / 2)).toBe(tile);
    }
  });
});

describe('shares of repeated lines', () => {
  const measured = (counted: 'all' | 'exact') =>
    scene(atlas, undefined, { width: 1200, height: 800, unit: 1 }, counted)
      .filter((tile) => tile.depth === 0)
      .reduce((sum, tile) => sum + tile.measured, 0);

  it('are of all lines for exact copies, and of lines of product code for all copies', () => {
    expect(measured('exact')).toBe(data.totals.lines);
    const { flags, lines, status, statuses } = data.files;
    const product = lines.filter(
      (_, file) => flags[file] === 0 && ['analyzed', 'partial'].includes(statuses[status[file] ?? -1] ?? ''),
    );
    expect(product.length).toBeLessThan(lines.length);
    expect(measured('all')).toBe(product.reduce((sum, its) => sum + its, 0));
  });
});

describe('filters', () => {
  it('exclude other groups, and can be combined', () => {
    const [first] = data.groups;
    if (first === undefined) throw new Error('the projects have no groups');
    const one = new Atlas({ ...data, groups: [first] });
    expect(filterGroups(one, NO_FILTER, undefined)).toEqual([first]);
    expect(filterGroups(one, { ...NO_FILTER, nodes: first.nodes + 1 }, undefined)).toEqual([]);
    expect(filterGroups(one, { ...NO_FILTER, project: 'unknown' }, undefined)).toEqual([]);
    const tests = new Atlas({ ...data, groups: [{ ...first, flags: FLAG_TEST }] });
    expect(filterGroups(tests, { ...NO_FILTER, tests: false }, undefined)).toEqual([]);
    expect(filterGroups(tests, { ...NO_FILTER, tests: true }, undefined).length).toBe(1);
  });

  it('and the order by ease use the ease of groups, an unknown one last', () => {
    const [first] = data.groups;
    if (first === undefined) throw new Error('the map has no group');
    const { ease: _, ...without } = first;
    const eases = [undefined, 'functions', 'identical', 'values'] as const;
    const groups = eases.map((ease) => ({ ...without, id: ease ?? 'unknown', ...(ease && { ease }) }));
    const some = new Atlas({ ...data, groups });
    const ids = (filter: object) => filterGroups(some, { ...NO_FILTER, ...filter }, undefined).map(({ id }) => id);
    expect(ids({ sort: 'ease' })).toEqual(['identical', 'values', 'functions', 'unknown']);
    expect(ids({ ease: 'values' })).toEqual(['identical', 'values']);
    expect(ids({ ease: 'functions' })).not.toContain('unknown');
  });

  it('search all words in names, labels and paths', () => {
    const paths = (): string => ' src/some/where.js';
    const [first] = data.groups;
    const text = `${first?.names[0]?.toUpperCase()} WHERE yaml`;
    expect(filterGroups(atlas, { ...NO_FILTER, text }, paths).map((group) => group.id)).toContain(first?.id);
    expect(filterGroups(atlas, { ...NO_FILTER, text: `${text} nowhere` }, paths)).toEqual([]);
  });
});
