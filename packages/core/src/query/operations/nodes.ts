import type { NodesData } from '@analyzer/contracts/query/nodes.data';
import dataSchema from '@analyzer/contracts/query/nodes.data/schema' with { type: 'json' };
import type { CompleteNodesParams } from '@analyzer/contracts/query/nodes.params';
import paramsSchema from '@analyzer/contracts/query/nodes.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/nodes.params/validate';
import { byId } from '#index/by-id.ts';
import { groupIdOfKey } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { PageParams } from '../answer/page.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import { countedNodes } from '../filters/counted-nodes.ts';
import type { FoundNodes } from '../filters/found-nodes.ts';
import { listedFiles } from '../filters/listed-files.ts';
import { countNames, listedNames } from '../filters/listed-names.ts';
import { listedNodes } from '../filters/listed-nodes.ts';
import { rankedNames } from '../filters/matching.ts';
import { namedNodes } from '../filters/named-nodes.ts';
import { type NodeFilter, nodeFilter } from '../filters/node-filter.ts';
import { nodesInFiles } from '../filters/nodes-in-files.ts';
import { badGlob, TextGlob } from '../filters/text-glob.ts';
import { listOperation } from '../operation.ts';

type Item = NodesData['items'][number];

export const nodes = listOperation<CompleteNodesParams, Item>({
  name: 'nodes',
  description:
    'Projects, files and declarations by name, path, kind, language or role. Each has a node_id for neighbors, and its clone groups.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, params) {
    // Names do not depend on the other conditions.
    const readNames = () => (params.name === undefined ? [] : rankedNames(snapshot, new TextGlob(params.name, 'name')));
    snapshot.gather([() => nodeFilter(snapshot, params), readNames]);
    const filter = nodeFilter(snapshot, params);
    const { ids, total } = found(snapshot, filter, params);
    return { items: describe(snapshot, ids), total };
  },
});

function found(snapshot: Snapshot, filter: NodeFilter, params: CompleteNodesParams): FoundNodes {
  const paths = params.path === undefined ? undefined : fileGlob(params.path);
  if (params.name !== undefined) {
    return named(snapshot, filter, { names: new TextGlob(params.name, 'name'), paths }, params);
  }
  if (paths !== undefined) return (snapshot.hasRowCounts ? listedFiles : nodesInFiles)(snapshot, filter, paths, params);
  return (snapshot.hasRowCounts ? listedNodes : countedNodes)(snapshot, filter, params);
}

/** The best names first; nodes of equally good names in their order. */
function named(
  snapshot: Snapshot,
  filter: NodeFilter,
  { names, paths }: { names: TextGlob; paths: TextGlob | undefined },
  { offset, limit }: PageParams,
): FoundNodes {
  const list = snapshot.hasRowCounts ? listedNames : namedNodes;
  const found: FoundNodes = { ids: [], total: 0 };
  const all = rankedNames(snapshot, names);
  if (snapshot.hasRowCounts) snapshot.gather(all.map((ranked) => () => countNames(snapshot, filter, ranked)));
  for (const ranked of all) {
    const page = { offset: Math.max(0, offset - found.total), limit: limit - found.ids.length };
    const { ids, total } = list(snapshot, filter, { names: ranked, paths }, page);
    found.ids.push(...ids);
    found.total += total;
  }
  return found;
}

/** @throws AnalyzerError `invalid_request` */
function fileGlob(source: string): TextGlob {
  const glob = new TextGlob(source, 'path');
  if (!glob.isForDirectories) return glob;
  throw badGlob(
    'path',
    `path: the glob '${source}' matches only directories`,
    `Write ${source}** for the files in it.`,
  );
}

const GROUPS = `
  SELECT DISTINCT node_id, group_id, group_detail.key FROM json_each(?) AS wanted CROSS JOIN occurrence ON node_id = wanted.value
  JOIN group_detail ON group_detail.id = group_id ORDER BY node_id, group_id`;

function describe(snapshot: Snapshot, ids: readonly number[]): Item[] {
  const readGroups = () =>
    snapshot.all(GROUPS, [JSON.stringify(ids)], (row): [number, string] => [
      row.integer('node_id'),
      groupIdOfKey(row.bytes('key')),
    ]);
  snapshot.gather([readGroups, () => readNodes(snapshot, ids, describeNode)]);
  const groups = byId(readGroups());
  return readNodes(snapshot, ids, (row) => ({
    node: describeNode(row),
    ...signatureOf(row),
    group_ids: groups.get(row.integer('id')) ?? [],
  }));
}

/** The signature of a declaration; files have none. */
function signatureOf(row: Row): Pick<Item, 'parameters' | 'returns'> {
  if (row.optionalText('name') === undefined) return {};
  const returns = row.optionalText('returns');
  const parameters = textList(row.optionalText('parameters'));
  return { parameters, ...(returns === undefined ? {} : { returns }) };
}
