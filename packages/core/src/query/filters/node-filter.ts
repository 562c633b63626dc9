import type { CompleteNodesParams } from '@analyzer/contracts/query/nodes.params';
import { classBits, codeOf, NODE_KINDS } from '#index/codes.ts';
import type { Snapshot, Value } from '#index/port.ts';
import { ANY, exactly, flagRange, languageRange, NONE, projectRange, type Range } from './scope.ts';

const FILE = codeOf(NODE_KINDS, 'file');
const FIRST_DECLARATION = FILE + 1;
const LAST_KIND = NODE_KINDS.length - 1;

/** Conditions on nodes, other than names and paths. */
export interface NodeFilter {
  projects: Range;
  /** Range of node ids of the projects, for a list by name; of other lists any. */
  nodes: Range;
  /** Whether project nodes can match; the ranges below are for all other nodes. */
  withProjects: boolean;
  kinds: Range;
  languages: Range;
  exported: Range;
  /** Sums of classes: those that a node must have, and those that it must not have. */
  classes: readonly [wanted: number, unwanted: number];
  /** Whether all nodes of a file match. */
  hasAll: boolean;
}

/**
 * Conditions on the columns of `node` and of `node_count`; the values come from `filterValues`. Bits are compared with
 * ranges: PostgreSQL estimates that a comparison for equality leaves almost no row, and then chooses slow plans.
 */
export const NODE_CONDITIONS =
  'kind BETWEEN ? AND ? AND language_id BETWEEN ? AND ? AND exported BETWEEN ? AND ? AND classes & ? >= ? AND classes & ? < 1';

/** @throws AnalyzerError `not_found` */
export function nodeFilter(snapshot: Snapshot, params: CompleteNodesParams): NodeFilter {
  const { project, kind, language, exported } = params;
  const [wanted, unwanted] = classesOf(params);
  const code = kind === undefined ? undefined : codeOf(NODE_KINDS, kind);
  const hasName = params.name !== undefined || exported !== undefined;
  const isPlain = !hasName && params.path === undefined && language === undefined && wanted === 0;
  snapshot.gather([() => projectRange(snapshot, project), () => languageRange(snapshot, language)]);
  const projects = projectRange(snapshot, project);
  return {
    projects,
    nodes: project === undefined || params.name === undefined ? ANY : nodeRange(snapshot, projects),
    withProjects: isPlain && (kind === undefined || kind === 'project'),
    kinds: kindsOf(code, hasName ? FIRST_DECLARATION : FILE),
    languages: languageRange(snapshot, language),
    exported: flagRange(exported),
    classes: [wanted, unwanted],
    hasAll: !hasName && kind === undefined && language === undefined && (wanted | unwanted) === 0,
  };
}

function classesOf({
  is_test: isTest,
  with_classes = [],
  without_classes = [],
}: CompleteNodesParams): [number, number] {
  const test = classBits(['test']);
  return [
    classBits(with_classes) | (isTest === true ? test : 0),
    classBits(without_classes) | (isTest === false ? test : 0),
  ];
}

export function nodeRange(snapshot: Snapshot, [project]: Range): Range {
  const sql = 'SELECT node_id, last_node_id FROM project WHERE id = ?';
  return snapshot.first(sql, [project], (row) => [row.integer('node_id'), row.integer('last_node_id')]) ?? NONE;
}

export function filterValues({ kinds, languages, exported, classes: [wanted, unwanted] }: NodeFilter): Value[] {
  return [...kinds, ...languages, ...exported, wanted, wanted, unwanted];
}

/** @param least first kind that can match */
function kindsOf(code: number | undefined, least: number): Range {
  if (code === undefined) return [least, LAST_KIND];
  return code < least ? NONE : exactly(code);
}
