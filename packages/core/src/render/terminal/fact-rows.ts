import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import type { FileRelations } from '#scan/model.ts';
import { controlRows } from './control-rows.ts';
import { linkNote } from './link-note.ts';
import type { Marks } from './marks.ts';
import { none, type Row, type SourceRow } from './row.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** The properties of a file with facts that its rows need. */
interface FactsOfFile {
  facts: FileFacts;
  relations: FileRelations;
  is_test: boolean;
}

/**
 * Rows of one file: its nested declarations.
 *
 * @param full also imports, conditions, loops, returns and calls, in source order
 */
export function factRows(
  { facts, relations, is_test }: FactsOfFile,
  style: TerminalStyle,
  marks: Marks,
  full: boolean,
): Row[] {
  const nested = new Map<number, number[]>();
  facts.declarations.forEach(({ within }, index) => {
    const siblings = nested.get(within);
    if (siblings === undefined) nested.set(within, [index]);
    else siblings.push(index);
  });
  const control = full ? controlRows(facts, relations, style) : undefined;

  const rowsWithin = (outer: number): Row[] => {
    const declarations = (nested.get(outer) ?? []).flatMap((index): SourceRow[] => {
      const declaration = facts.declarations[index];
      const id = relations.ids[index];
      if (declaration === undefined || id === undefined) return [];
      const label = style.name(declarationLabel(declaration, facts.declarations[outer]));
      const notes = [...marks.ofDeclaration(id)];
      if (!is_test && relations.is_test[index] === true) notes.push({ tone: 'faint', text: 'test' });
      const lines = lineRange(declaration, style);
      const children = full || nested.has(index) ? () => rowsWithin(index) : none;
      return [{ line: declaration.start_line, row: { tone: 'plain', label, lines, notes, children } }];
    });
    return control === undefined ? declarations.map(({ row }) => row) : inSourceOrder(control(outer), declarations);
  };
  return full ? [...importRows(facts, relations, style), ...rowsWithin(-1)] : rowsWithin(-1);
}

function declarationLabel(declaration: DeclarationFacts, outer: DeclarationFacts | undefined): string {
  const prefix = outer === undefined ? '' : `${outer.qualified_name}.`;
  const full = declaration.qualified_name;
  const name = prefix !== '' && full.startsWith(prefix) ? full.slice(prefix.length) : full;
  if (declaration.kind !== 'function' && declaration.kind !== 'method') return `${declaration.kind} ${name}`;
  return `${name}(${declaration.parameters.join(', ').replace(/\s+/g, ' ')})`;
}

/** Width of the line range in the tree. */
export function lineRangeWidth({ start_line, end_line }: DeclarationFacts): number {
  const start = `${start_line}`.length;
  return start_line === end_line ? start : start + 1 + `${end_line}`.length;
}

function lineRange({ start_line, end_line }: DeclarationFacts, style: TerminalStyle): string {
  return start_line === end_line ? `${start_line}` : `${start_line}${style.glyphs.range}${end_line}`;
}

function importRows(facts: FileFacts, relations: FileRelations, style: TerminalStyle): Row[] {
  return relations.imports.flatMap((link): Row[] => {
    const source = facts.imports[link.index];
    if (source === undefined) return [];
    const names = link.names.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`));
    const keyword = source.lookup === 'class' ? 'reference' : 'import';
    const label = `${keyword} ${source.specifier}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
    const targets = link.path === undefined ? (link.candidates ?? []) : [link.path];
    const notes = [linkNote(link.state, targets, link.reason, style)];
    return [{ tone: 'faint', label: style.name(label), lines: `${source.line}`, notes, children: none }];
  });
}

/** Merges two lists in source order. */
function inSourceOrder(first: readonly SourceRow[], second: readonly SourceRow[]): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const inserted of second) {
    for (let other = first[next]; other !== undefined && other.line < inserted.line; other = first[++next]) {
      rows.push(other.row);
    }
    rows.push(inserted.row);
  }
  return [...rows, ...first.slice(next).map(({ row }) => row)];
}
