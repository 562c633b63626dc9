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
import { valuesOf } from '#relate/copies/body-values.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import type { ScanOptions } from '#scan/model.ts';
import { copyLimits } from '#scan/options.ts';
import { blockMatches } from './block-matches.ts';
import { closestMatches } from './closest-matches.ts';
import { MAX_CODE_BYTES } from './code-parser.ts';
import { IndexedCode } from './indexed-code.ts';
import {
  type Block,
  type BlockMatch,
  type ClosestMatch,
  type Match,
  type MatchFilter,
  MIN_SIMILARITY,
  matchesOf,
} from './matches.ts';
import { lineInCode, type Subject, subjectsOf } from './subjects.ts';

type Item = SimilarData['items'][number];
type Found = Match | BlockMatch | ClosestMatch;

/** A character of the code has at most six bytes in JSON (`\u0000`). */
const MAX_REQUEST_BYTES = 6 * MAX_CODE_BYTES + 16 * 1024;
const RANKS = ['identical', 'renamed', 'similar', 'block'];

/** Is there code like this? */
export const similar = operation<CompleteSimilarParams>(
  {
    name: 'similar',
    description:
      'Finds code of all projects that is like the given code: identical, renamed or similar declarations or equal blocks, best first. Use it before writing a function. The code is a file, a declaration or the statements of a function.',
    params: paramsSchema,
    data: dataSchema,
    validate,
    exactlyOne: ['language', 'file_name'],
    maxRequestBytes: MAX_REQUEST_BYTES,
    codeOf: ({ code, language, file_name }) => ({ text: code, language, fileName: file_name }),
  },
  (params) =>
    (snapshot, answerLimits, caller): SimilarData => {
      const code = caller?.code;
      if (code === undefined)
        throw new AnalyzerError('internal', { problem: 'the code of the request was not parsed' });
      const options = optionsOf(snapshot);
      const limits = copyLimits(options);
      const subjects = subjectsOf(code, limits);
      const matches = allMatches(snapshot, { code, subjects, limits }, filtersOf(snapshot, params));
      const { offset, limit } = params;
      const items = describe(snapshot, code, matches.slice(offset, offset + limit));
      const listing = { items, total: matches.length };
      return { ...describeCode(code, subjects, matches, options), ...pageOf(listing, params, answerLimits) };
    },
);

const knownOptions = new WeakMap<object, ScanOptions>();

/** The options of all projects of an index choose the same sizes. Read once for a connection. */
function optionsOf(snapshot: Snapshot): ScanOptions {
  const known = knownOptions.get(snapshot.connection);
  if (known !== undefined) return known;
  const options = snapshot.first('SELECT options FROM project ORDER BY id LIMIT 1', [], (row) => row.text('options'));
  if (options === undefined) throw new AnalyzerError('not_found', { what: 'project', name: 'any' });
  const parsed: ScanOptions = JSON.parse(options);
  knownOptions.set(snapshot.connection, parsed);
  return parsed;
}

/** The closest declarations are product code, if the request does not ask for other classes of files. */
function filtersOf(snapshot: Snapshot, params: CompleteSimilarParams): { filter: MatchFilter; closest: MatchFilter } {
  const filter = filterOf(snapshot, params);
  if (params.with_classes !== undefined) return { filter, closest: filter };
  return { filter, closest: { ...filter, condition: `${filter.condition} AND node.classes = 0` } };
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
function allMatches(
  snapshot: Snapshot,
  { code, subjects, limits }: { code: ParsedCode; subjects: readonly Subject[]; limits: CopyLimits },
  { filter, closest }: { filter: MatchFilter; closest: MatchFilter },
): Found[] {
  const indexed = IndexedCode.of(snapshot);
  // All lists are read at once.
  const values = new Set(subjects.flatMap(({ grams }) => (grams === undefined ? [] : [...valuesOf(grams)])));
  indexed.grams.lists(snapshot, [...Uint16Array.from(values).sort()]);
  // Declarations that are less similar than asked for have no block either.
  const least = { ...filter, minSimilarity: MIN_SIMILARITY };
  const all = subjects.flatMap((subject, index) => matchesOf(snapshot, indexed, { subject, index }, least));
  const known = { elements: code.facts.elements, subjects, matches: all, limits };
  const blocks = blockMatches(snapshot, indexed, known, filter);
  const matches = all.filter(({ match, similarity = 0 }) => match !== 'similar' || similarity >= filter.minSimilarity);
  const similarityOf = (found: Match | BlockMatch) => (found.match === 'block' ? 0 : (found.similarity ?? 0));
  const scoreOf = (found: Match | BlockMatch) => {
    if (found.match === 'block') return 1000 * found.block.nodes;
    return (found.match === 'similar' ? similarityOf(found) : 1000) * (subjects[found.subject]?.nodes ?? 0);
  };
  const ranked = [...matches, ...blocks].sort(
    (a, b) =>
      scoreOf(b) - scoreOf(a) ||
      RANKS.indexOf(a.match) - RANKS.indexOf(b.match) ||
      similarityOf(b) - similarityOf(a) ||
      a.subject - b.subject ||
      a.node - b.node,
  );
  if (filter.minSimilarity > MIN_SIMILARITY) return ranked;
  return [...ranked, ...closestMatches(snapshot, indexed, { subjects, named: [...all, ...blocks] }, closest)];
}

function describeCode(
  { language, facts, wrapped }: ParsedCode,
  subjects: readonly Subject[],
  matches: readonly Found[],
  { min_nodes }: ScanOptions,
): Omit<SimilarData, 'items' | 'page'> {
  const counts = subjects.map(() => 0);
  for (const { subject } of matches) counts[subject] = (counts[subject] ?? 0) + 1;
  return {
    language,
    ...(wrapped && { wrapped: { before: wrapped.before, after: wrapped.after } }),
    ...(facts.errors && { errors: facts.errors.ranges.map(({ start_line, end_line }) => ({ start_line, end_line })) }),
    subjects: subjects.map((subject, at) => ({
      kind: subject.kind,
      ...(subject.name !== undefined && { qualified_name: subject.name }),
      start_line: subject.startLine,
      end_line: subject.endLine,
      nodes: subject.nodes,
      state: stateOf(subject, min_nodes),
      matches: counts[at] ?? 0,
    })),
  };
}

function stateOf(
  { grams, shape, nodes, hasError }: Subject,
  minNodes: number,
): SimilarData['subjects'][number]['state'] {
  if (grams !== undefined) return 'compared';
  if (hasError) return 'syntax_error';
  return shape !== undefined && nodes >= minNodes ? 'exact_only' : 'too_small';
}

const CALLERS = `
  SELECT to_id, count(*) AS n FROM json_each(?) AS wanted CROSS JOIN edge ON to_id = wanted.value
  WHERE kind = ${codeOf(EDGE_KINDS, 'calls')} AND state = ${codeOf(LINK_STATES, 'resolved')} GROUP BY to_id`;

function describe(snapshot: Snapshot, code: ParsedCode, matches: readonly Found[]): Item[] {
  if (matches.length === 0) return [];
  const nodes = matches.map(({ node }) => node);
  const callers = new Map(
    snapshot.all(CALLERS, [JSON.stringify(nodes)], (row) => [row.integer('to_id'), row.integer('n')]),
  );
  const described = readNodes(snapshot, nodes, (row) => describeRow(row, callers.get(row.integer('id')) ?? 0));
  return matches.flatMap((found, at): Item[] => {
    const its = described[at];
    if (its === undefined) return [];
    const { subject, match } = found;
    if (found.match === 'block') return [{ subject, match, block: describeBlock(code, found.block), ...its }];
    return [{ subject, match, ...(found.similarity === undefined ? {} : { similarity: found.similarity }), ...its }];
  });
}

function describeBlock(code: ParsedCode, { nodes, code: own, found }: Block): NonNullable<Item['block']> {
  return {
    nodes,
    code_lines: { start_line: lineInCode(code, own.startLine), end_line: lineInCode(code, own.endLine) },
    lines: { start_line: found.startLine, end_line: found.endLine },
  };
}

function describeRow(row: Row, callers: number): Omit<Item, 'subject' | 'match' | 'similarity' | 'block'> {
  return {
    node: describeNode(row),
    parameters: textList(row.optionalText('parameters')),
    nodes: row.optionalInteger('nodes') ?? 0,
    exported: row.flag('exported'),
    callers,
  };
}
