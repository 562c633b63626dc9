import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import type { FileRelations } from '#scan/model.ts';
import { controlRows } from './control-rows.ts';
import { linkNote } from './link-note.ts';
import type { Look } from './look.ts';
import type { Marks } from './marks.ts';
import { none, type Placed, type Row } from './row.ts';

/** A file with facts, as far as its rows need it. */
interface FactsOfFile {
  facts: FileFacts;
  relations: FileRelations;
  is_test: boolean;
}

/**
 * Rows of one file: its declarations, nested as they are.
 *
 * @param full also imports, and in source order with the declarations: conditions, loops, returns and calls
 */
export function factRows({ facts, relations, is_test }: FactsOfFile, look: Look, marks: Marks, full: boolean): Row[] {
  const nested = new Map<number, number[]>();
  facts.declarations.forEach(({ within }, index) => {
    const siblings = nested.get(within);
    if (siblings === undefined) nested.set(within, [index]);
    else siblings.push(index);
  });
  const control = full ? controlRows(facts, relations, look) : undefined;

  const rowsWithin = (outer: number): Row[] => {
    const declarations = (nested.get(outer) ?? []).flatMap((index): Placed[] => {
      const declaration = facts.declarations[index];
      const id = relations.ids[index];
      if (declaration === undefined || id === undefined) return [];
      const label = look.name(declarationLabel(declaration, facts.declarations[outer]));
      const notes = [...marks.ofDeclaration(id)];
      if (!is_test && relations.is_test[index] === true) notes.push({ tone: 'faint', text: 'test' });
      const lines = lineRange(declaration, look);
      const children = full || nested.has(index) ? () => rowsWithin(index) : none;
      return [{ line: declaration.start_line, row: { tone: 'plain', label, lines, notes, children } }];
    });
    return control === undefined ? declarations.map(({ row }) => row) : inSourceOrder(control(outer), declarations);
  };
  return full ? [...importRows(facts, relations, look), ...rowsWithin(-1)] : rowsWithin(-1);
}

function declarationLabel(declaration: DeclarationFacts, outer: DeclarationFacts | undefined): string {
  const prefix = outer === undefined ? '' : `${outer.qualified_name}.`;
  const full = declaration.qualified_name;
  const name = prefix !== '' && full.startsWith(prefix) ? full.slice(prefix.length) : full;
  if (declaration.kind !== 'function' && declaration.kind !== 'method') return `${declaration.kind} ${name}`;
  return `${name}(${declaration.parameters.join(', ').replace(/\s+/g, ' ')})`;
}

/** Columns that the range of lines takes in the tree. */
export function lineRangeWidth({ start_line, end_line }: DeclarationFacts): number {
  const start = `${start_line}`.length;
  return start_line === end_line ? start : start + 1 + `${end_line}`.length;
}

function lineRange({ start_line, end_line }: DeclarationFacts, look: Look): string {
  return start_line === end_line ? `${start_line}` : `${start_line}${look.glyphs.range}${end_line}`;
}

function importRows(facts: FileFacts, relations: FileRelations, look: Look): Row[] {
  return relations.imports.flatMap((link): Row[] => {
    const source = facts.imports[link.index];
    if (source === undefined) return [];
    const names = link.names.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`));
    const label = `import ${source.specifier}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
    const targets = link.path === undefined ? (link.candidates ?? []) : [link.path];
    const notes = [linkNote(link.state, targets, link.reason, look)];
    return [{ tone: 'faint', label: look.name(label), lines: `${source.line}`, notes, children: none }];
  });
}

/** Both lists are in source order already. */
function inSourceOrder(first: readonly Placed[], second: readonly Placed[]): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const placed of second) {
    for (let other = first[next]; other !== undefined && other.line < placed.line; other = first[++next]) {
      rows.push(other.row);
    }
    rows.push(placed.row);
  }
  return [...rows, ...first.slice(next).map(({ row }) => row)];
}
