import { AnalyzerError } from '@analyzer/contracts';
import type { ElsewhereFinding } from '#check/model.ts';
import { codeOf, NODE_KINDS } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { ELSEWHERE_RULES } from '#languages/elsewhere-rules.ts';
import { readNodes } from '#query/describe/nodes.ts';
import type { ScanOptions } from '#scan/model.ts';
import { copyLimits } from '#scan/options.ts';
import { importText } from './import-text.ts';
import { IndexedCode } from './indexed-code.ts';
import { type Match, type MatchKind, matchesOf } from './matches.ts';
import { type Subject, type SubjectCode, subjectsOf } from './subjects.ts';

/** A file with new declarations. */
export interface NewCode {
  path: string;
  facts: SubjectCode['facts'];
  /** Whether the declaration is new. */
  isNew(qualifiedName: string, startLine: number): boolean;
}

const OPTIONS = 'SELECT options FROM project ORDER BY id LIMIT 1';
const RANKS: readonly MatchKind[] = ['identical', 'renamed', 'similar'];

/**
 * New declarations that product code of other projects has: of a declaration and those in it only the outer one.
 *
 * @param own labels of the entries of the checked project
 */
export function findElsewhere(
  snapshot: Snapshot,
  files: readonly NewCode[],
  own: ReadonlySet<string>,
): ElsewhereFinding[] {
  const options = snapshot.first(OPTIONS, [], (row): ScanOptions => JSON.parse(row.text('options')));
  if (options === undefined) throw new AnalyzerError('not_found', { what: 'project', name: 'any' });
  const limits = copyLimits(options);
  const owned = snapshot
    .all('SELECT id, label FROM project ORDER BY id', [], (row) => ({
      id: row.integer('id'),
      label: row.text('label'),
    }))
    .filter(({ label }) => own.has(label));
  const filter = {
    minSimilarity: ELSEWHERE_RULES.least_similarity.thousandths,
    condition: `node.classes = 0 AND node.kind > ${codeOf(NODE_KINDS, 'file')}${owned.map(() => ' AND node.project_id <> ?').join('')}`,
    parameters: owned.map(({ id }) => id),
  };
  const indexed = IndexedCode.of(snapshot);
  return files.flatMap((file) => {
    const subjects = subjectsOf({ facts: file.facts, lines: Number.MAX_SAFE_INTEGER, wrapped: undefined }, limits);
    const found: ElsewhereFinding[] = [];
    let end = 0;
    for (const subject of subjects) {
      const { name = '', startLine, endLine, nodes } = subject;
      if (startLine <= end || nodes < limits.nearNodes || !file.isNew(name, startLine)) continue;
      const finding = bestOf(snapshot, file, subject, matchesOf(snapshot, indexed, { subject, index: 0 }, filter));
      if (finding === undefined) continue;
      found.push(finding);
      end = endLine;
    }
    return found;
  });
}

interface Described {
  match: Match;
  isExported: boolean;
  original: ElsewhereFinding['original'];
}

function bestOf(
  snapshot: Snapshot,
  { path }: NewCode,
  { name = '', startLine, endLine }: Subject,
  matches: readonly Match[],
): ElsewhereFinding | undefined {
  if (matches.length === 0) return undefined;
  const nodes = matches.map(({ node }) => node);
  const described = readNodes(snapshot, nodes, (row) => originalIn(snapshot, row));
  const [best] = matches
    .flatMap((match, at): Described[] => {
      const original = described[at];
      return original === undefined ? [] : [{ match, isExported: original.exported, original }];
    })
    .sort(
      (a, b) =>
        RANKS.indexOf(a.match.match) - RANKS.indexOf(b.match.match) ||
        (b.match.similarity ?? 0) - (a.match.similarity ?? 0) ||
        Number(b.isExported) - Number(a.isExported) ||
        a.match.node - b.match.node,
    );
  if (best === undefined) return undefined;
  const { match, similarity } = best.match;
  return {
    ...{ path, qualified_name: name, start_line: startLine, end_line: endLine, match },
    ...(similarity !== undefined && { similarity }),
    ...{ original: best.original, more: matches.length - 1 },
  };
}

function originalIn(snapshot: Snapshot, row: Row): ElsewhereFinding['original'] {
  const exported = row.flag('exported');
  const path = row.optionalText('path') ?? '';
  const name = row.optionalText('qualified_name') ?? '';
  const given = { path, name, language: row.optionalText('language') ?? '', project: row.integer('project_id') };
  return {
    project: row.text('project'),
    path,
    qualified_name: name,
    start_line: row.optionalInteger('start_line') ?? 1,
    exported,
    ...(exported && { import: importText(snapshot, given) }),
  };
}
