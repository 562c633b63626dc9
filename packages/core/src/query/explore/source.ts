import type { ExploreData } from '@analyzer/contracts/query/explore.data';
import { hex } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { docSentence, MAX_DOC_LINES } from '#index/words/doc-sentence.ts';
import { redacted } from '../redact/secrets.ts';

/** Most lines of a declaration or file that are quoted. */
const MAX_LINES = 200;

/** Lines of an indexed file, as the index knows it. */
export interface SubjectLines {
  /** Label of the project. */
  project: string;
  path: string;
  language: string;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** Of the complete file, 64 hex digits. */
  sha256: string;
}

/** Reads lines of an indexed file if its content has not changed; `size` if file or lines are too large to show. */
export type QuoteLines = (
  lines: SubjectLines,
) => Promise<{ text: string } | { missing: 'changed' | 'unreadable' | 'size' }>;

/** An answer without its source. It contains local paths: the caller completes it and never passes it on. */
export interface UnquotedSubject {
  unquotedSubject: true;
  data: ExploreData;
  lines: SubjectLines;
  /** It is a declaration, which can have a doc comment above its lines. */
  isDeclaration: boolean;
  omitted: number;
  /** Paths of the projects on this machine, by label. */
  roots: [label: string, root: string][];
}

const SUBJECT = `
  SELECT its.project, its.path, its.language, its.sha256, coalesce(start_line, 1) AS start_line,
    coalesce(end_line, file.lines, 1) AS end_line
  FROM described_node AS its JOIN file ON file.id = its.file_id WHERE its.id = ?`;
const ROOTS = 'SELECT label, root FROM local_root JOIN project ON project.id = project_id ORDER BY project_id';

/** @param id integer id of a file or declaration */
export function unquotedSubject(snapshot: Snapshot, id: number, data: ExploreData): UnquotedSubject | ExploreData {
  const found = snapshot.first(SUBJECT, [id], linesOf);
  if (found === undefined)
    return { ...data, source: { status: 'unreadable', text: null, doc: null, omitted_lines: 0 } };
  const { endLine, startLine } = found;
  const last = Math.min(endLine, startLine + MAX_LINES - 1);
  const roots = snapshot.all(ROOTS, [], (row): [string, string] => [row.text('label'), row.text('root')]);
  const isDeclaration = data.subject.node.kind !== 'file';
  const lines = { ...found, endLine: last };
  return { unquotedSubject: true, data, lines, isDeclaration, omitted: endLine - last, roots };
}

/** @returns undefined for a file that could not be read */
function linesOf(row: Row): SubjectLines | undefined {
  const sha256 = row.optionalBytes('sha256');
  if (sha256 === undefined) return undefined;
  return {
    project: row.text('project'),
    path: row.text('path'),
    language: row.optionalText('language') ?? '',
    startLine: row.integer('start_line'),
    endLine: row.integer('end_line'),
    sha256: hex(sha256),
  };
}

export function isUnquotedSubject(data: object): data is UnquotedSubject {
  return 'unquotedSubject' in data;
}

/** Adds the source to an answer. */
export async function quotedSubject(
  { data, lines, isDeclaration, omitted }: UnquotedSubject,
  quote: QuoteLines,
): Promise<ExploreData> {
  const quotation = await quote(lines);
  const doc = isDeclaration ? await docOf(lines, quote) : null;
  const source: ExploreData['source'] =
    'missing' in quotation
      ? { status: quotation.missing, text: null, doc, omitted_lines: 0 }
      : { status: 'shown', text: redacted(quotation.text), doc, omitted_lines: omitted };
  const { subject, ...lists } = data;
  return { subject, source, ...lists };
}

/** The first sentence of the doc comment, which can be above the declaration; null if it has none. */
async function docOf(lines: SubjectLines, quote: QuoteLines): Promise<string | null> {
  const startLine = Math.max(1, lines.startLine - MAX_DOC_LINES);
  const endLine = Math.min(lines.endLine, lines.startLine + MAX_DOC_LINES);
  const quotation = await quote({ ...lines, startLine, endLine });
  if ('missing' in quotation) return null;
  const sentence = docSentence(quotation.text.split('\n'), lines.startLine - startLine, lines.language);
  return sentence === '' ? null : redacted(sentence);
}
