import { AnalyzerError } from '@analyzer/contracts';
import type { SimilarData } from '@analyzer/contracts/query/similar.data';
import dataSchema from '@analyzer/contracts/query/similar.data/schema' with { type: 'json' };
import type { CompleteSimilarParams } from '@analyzer/contracts/query/similar.params';
import paramsSchema from '@analyzer/contracts/query/similar.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/similar.params/validate';
import { codeOf, EDGE_KINDS, LINK_STATES } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { pageOf } from '#query/answer/page.ts';
import type { ParsedCode } from '#query/code.ts';
import { textList } from '#query/describe/lists.ts';
import { describeNode, readNodes } from '#query/describe/nodes.ts';
import { classCondition } from '#query/filters/class-filter.ts';
import { projectRange } from '#query/filters/scope.ts';
import { operation } from '#query/operation.ts';
import type { ScanOptions } from '#scan/model.ts';
import { copyLimits } from '#scan/options.ts';
import { MAX_CODE_BYTES } from './code-parser.ts';
import { IndexedCode } from './indexed-code.ts';
import { type Match, type MatchFilter, matchesOf } from './matches.ts';
import { type Subject, subjectsOf } from './subjects.ts';

type Item = SimilarData['items'][number];

/** A character of the code has at most six bytes in JSON (`\u0000`). */
const MAX_REQUEST_BYTES = 6 * MAX_CODE_BYTES + 16 * 1024;
const RANKS = ['identical', 'renamed', 'similar'];

/** Is there code like this? */
export const similar = operation<CompleteSimilarParams>(
  {
    name: 'similar',
    description:
      'Finds code of all projects that is like the given code: identical, renamed or similar declarations, best first. Use it before writing a function, to reuse an existing one. The code is a file, a declaration or the statements of a function.',
    params: paramsSchema,
    data: dataSchema,
    validate,
    exactlyOne: ['language', 'file_name'],
    maxRequestBytes: MAX_REQUEST_BYTES,
    codeOf: ({ code, language, file_name }) => ({ text: code, language, fileName: file_name }),
  },
  (params) =>
    (snapshot, limits, caller): SimilarData => {
      const code = caller?.code;
      if (code === undefined)
        throw new AnalyzerError('internal', { problem: 'the code of the request was not parsed' });
      const options = optionsOf(snapshot);
      const subjects = subjectsOf(code, copyLimits(options));
      const matches = allMatches(snapshot, subjects, filterOf(snapshot, params));
      const { offset, limit } = params;
      const listing = { items: describe(snapshot, matches.slice(offset, offset + limit)), total: matches.length };
      return { ...describeCode(code, subjects, matches, options), ...pageOf(listing, params, limits) };
    },
);

/** The options of all projects of an index choose the same sizes. */
function optionsOf(snapshot: Snapshot): ScanOptions {
  const options = snapshot.first('SELECT options FROM project ORDER BY id LIMIT 1', [], (row) => row.text('options'));
  if (options === undefined) throw new AnalyzerError('not_found', { what: 'project', name: 'any' });
  return JSON.parse(options);
}

function filterOf(snapshot: Snapshot, params: CompleteSimilarParams): MatchFilter {
  const { project, min_similarity, with_classes, without_classes } = params;
  const classes = classCondition('node.classes', {
    ...(with_classes && { with_classes }),
    ...(without_classes && { without_classes }),
  });
  return {
    minSimilarity: min_similarity,
    condition: `node.project_id BETWEEN ? AND ?${classes === undefined ? '' : ` AND ${classes}`}`,
    parameters: projectRange(snapshot, project),
  };
}

/** Best first. */
function allMatches(snapshot: Snapshot, subjects: readonly Subject[], filter: MatchFilter): Match[] {
  const indexed = IndexedCode.of(snapshot);
  const matches = subjects.flatMap((subject, index) => matchesOf(snapshot, indexed, { subject, index }, filter));
  const scoreOf = ({ match, similarity = 0, subject }: Match) => {
    return (match === 'similar' ? similarity : 1000) * (subjects[subject]?.nodes ?? 0);
  };
  return matches.sort(
    (a, b) =>
      scoreOf(b) - scoreOf(a) ||
      RANKS.indexOf(a.match) - RANKS.indexOf(b.match) ||
      (b.similarity ?? 0) - (a.similarity ?? 0) ||
      a.subject - b.subject ||
      a.node - b.node,
  );
}

function describeCode(
  { language, facts, wrapped }: ParsedCode,
  subjects: readonly Subject[],
  matches: readonly Match[],
  { min_nodes }: ScanOptions,
): Omit<SimilarData, 'items' | 'page'> {
  const counts = subjects.map(() => 0);
  for (const { subject } of matches) counts[subject] = (counts[subject] ?? 0) + 1;
  return {
    language,
    ...(wrapped && { wrapped: { before: wrapped.before, after: wrapped.after } }),
    ...(facts.errors && { errors: facts.errors.ranges.map(({ start_line, end_line }) => ({ start_line, end_line })) }),
    subjects: subjects.map(({ kind, name, nodes, startLine, endLine, grams, shape }, at) => ({
      kind,
      ...(name !== undefined && { qualified_name: name }),
      start_line: startLine,
      end_line: endLine,
      nodes,
      state: grams !== undefined ? 'compared' : shape !== undefined && nodes >= min_nodes ? 'exact_only' : 'too_small',
      matches: counts[at] ?? 0,
    })),
  };
}

const CALLERS = `
  SELECT to_id, count(*) AS n FROM json_each(?) AS wanted CROSS JOIN edge ON to_id = wanted.value
  WHERE kind = ${codeOf(EDGE_KINDS, 'calls')} AND state = ${codeOf(LINK_STATES, 'resolved')} GROUP BY to_id`;

function describe(snapshot: Snapshot, matches: readonly Match[]): Item[] {
  const nodes = matches.map(({ node }) => node);
  const callers = new Map(
    snapshot.all(CALLERS, [JSON.stringify(nodes)], (row) => [row.integer('to_id'), row.integer('n')]),
  );
  const described = readNodes(snapshot, nodes, (row) => describeRow(row, callers.get(row.integer('id')) ?? 0));
  return matches.flatMap(({ subject, match, similarity }, at): Item[] => {
    const its = described[at];
    if (its === undefined) return [];
    return [{ subject, match, ...(similarity === undefined ? {} : { similarity }), ...its }];
  });
}

function describeRow(row: Row, callers: number): Omit<Item, 'subject' | 'match' | 'similarity'> {
  return {
    node: describeNode(row),
    parameters: textList(row.optionalText('parameters')),
    nodes: row.optionalInteger('nodes') ?? 0,
    exported: row.flag('exported'),
    callers,
  };
}
