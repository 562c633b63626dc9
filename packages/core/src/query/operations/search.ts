import type { SearchData } from '@analyzer/contracts/query/search.data';
import dataSchema from '@analyzer/contracts/query/search.data/schema' with { type: 'json' };
import type { CompleteSearchParams } from '@analyzer/contracts/query/search.params';
import paramsSchema from '@analyzer/contracts/query/search.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/search.params/validate';
import { codeOf, NODE_KINDS } from '#index/codes.ts';
import type { Row, Snapshot, Value } from '#index/port.ts';
import { WORD_FIELDS, type WordField } from '#index/words/word-block.ts';
import { pageOf } from '../answer/page.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import { classCondition } from '../filters/class-filter.ts';
import { nodeRange } from '../filters/node-filter.ts';
import { ANY, exactly, flagRange, languageRange, projectRange, type Range } from '../filters/scope.ts';
import { operation } from '../operation.ts';
import { byOwnWords, readCandidates } from '../search/candidates.ts';
import { type Hit, rank } from '../search/rank.ts';
import { findTerms, readTerms, type Term } from '../search/terms.ts';

type Item = SearchData['items'][number];

const FIELDS: readonly WordField[] = ['name', 'container', 'parameters', 'callees', 'doc'];
const ALL_NODES = 'SELECT coalesce(sum(last_node_id - node_id + 1), 0) AS n FROM project';
const LAST = 'SELECT coalesce(max(last_node_id), 0) AS n FROM project';

/** Is there code about this? */
export const search = operation<CompleteSearchParams>(
  {
    name: 'search',
    description:
      'Finds declarations and files of all projects by words of names, parameters, callees, doc comments and paths, best first. Use it when you know what code does but not its name, and before you write a helper. Not for a known name (explore) or given code (similar).',
    params: paramsSchema,
    data: dataSchema,
    validate,
  },
  (params) =>
    (snapshot, limits): SearchData => {
      const readSize = () => snapshot.count(LAST, []) + 1;
      const readTotal = () => snapshot.count(ALL_NODES, []) + 1;
      snapshot.gather([readSize, readTotal, () => filterOf(snapshot, params), () => readTerms(snapshot, params.text)]);
      const size = readSize();
      const terms = findTerms(snapshot, params.text, size);
      const { range, filter } = filterOf(snapshot, params);
      const total = readTotal();
      const hits = rank(readCandidates(snapshot, byOwnWords(terms, range, { size, total }), filter), terms, total);
      const { offset, limit } = params;
      const words = terms.filter(({ isJoined }) => !isJoined);
      const listing = { items: describe(snapshot, hits.slice(offset, offset + limit), words), total: hits.length };
      return {
        words: words.map(({ word, matches }) => ({ word, nodes: matches.nodes.length })),
        ...pageOf(listing, params, limits),
      };
    },
);

const FILE = codeOf(NODE_KINDS, 'file');
const CONDITION =
  'node.kind BETWEEN ? AND ? AND coalesce(node.language_id, 0) BETWEEN ? AND ? AND node.exported BETWEEN ? AND ?';

function filterOf(snapshot: Snapshot, params: CompleteSearchParams): { range: Range; filter: Filter } {
  const { project, kind, language, exported, with_classes, without_classes } = params;
  const classes = classCondition('node.classes', {
    ...(with_classes && { with_classes }),
    ...(without_classes && { without_classes }),
  });
  const least = exported === undefined ? FILE : FILE + 1;
  const kinds: Range = kind === undefined ? [least, NODE_KINDS.length - 1] : exactly(codeOf(NODE_KINDS, kind));
  return {
    range: project === undefined ? ANY : nodeRange(snapshot, projectRange(snapshot, project)),
    filter: {
      condition: classes === undefined ? CONDITION : `${CONDITION} AND ${classes}`,
      parameters: [...kinds, ...languageRange(snapshot, language), ...flagRange(exported)],
    },
  };
}

interface Filter {
  condition: string;
  parameters: readonly Value[];
}

function describe(snapshot: Snapshot, hits: readonly Hit[], words: readonly Term[]): Item[] {
  const nodes = hits.map(({ node }) => node);
  const described = readNodes(snapshot, nodes, describeRow);
  return hits.flatMap(({ node, file, score, copies }, at): Item[] => {
    const its = described[at];
    if (its === undefined) return [];
    const missing = words.filter((term) => !hasWord(term, node) && !hasWord(term, file)).map(({ word }) => word);
    const isIn = (field: WordField) => words.some(({ matches }) => (matches.fields(node) & WORD_FIELDS[field]) !== 0);
    const isInPath = node !== file && words.some((term) => !hasWord(term, node) && hasWord(term, file));
    return [
      {
        ...its,
        score,
        matched_in: [...FIELDS.filter(isIn), ...(isInPath ? (['path'] as const) : [])],
        missing,
        copies,
      },
    ];
  });
}

function hasWord({ matches }: Term, node: number): boolean {
  return matches.weight(node) > 0;
}

function describeRow(row: Row): Pick<Item, 'node' | 'parameters' | 'exported'> {
  return {
    node: describeNode(row),
    parameters: textList(row.optionalText('parameters')),
    exported: row.flag('exported'),
  };
}
