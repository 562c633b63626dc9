import type { DeclarationChange, DeclarationChangeKind, Diff } from '#diff/model.ts';
import type { Section, SectionRow } from './section.ts';

/** Headings in order of precedence: a declaration is listed under the first one that is among its changes. */
const TITLES: readonly [change: DeclarationChangeKind, title: string][] = [
  ['signature-changed', 'Signature changed'],
  ['removed', 'Removed'],
  ['unexported', 'No longer exported'],
  ['renamed', 'Renamed'],
  ['moved', 'Moved'],
  ['changed', 'Changed'],
  ['names-changed', 'Changed only in names'],
  ['exported', 'Exported now'],
  ['added', 'Added'],
];

const WORDS: Readonly<Record<DeclarationChangeKind, string>> = {
  added: 'added',
  removed: 'removed',
  moved: 'moved',
  renamed: 'renamed',
  'signature-changed': 'signature changed',
  'names-changed': 'names changed',
  changed: 'changed',
  exported: 'exported now',
  unexported: 'no longer exported',
};

/** Declarations by heading; a declaration that differs only in listed nested declarations is omitted. */
export function declarationSections({ declarations, regroupings }: Diff, arrow: string): Section[] {
  const rows = new Map<DeclarationChangeKind, SectionRow[]>();
  for (const change of declarations) {
    if (change.holds_changes) continue;
    const [kind] = TITLES.find(([title]) => change.changes.includes(title)) ?? ['changed'];
    const row = rowOf(change, kind, arrow);
    const list = rows.get(kind);
    if (list === undefined) rows.set(kind, [row]);
    else list.push(row);
  }
  const regrouped = regroupings.map(({ change, path, parts }) => {
    const list = parts.map((part) => `${part.path} (${part.declarations})`).join(', ');
    return { location: path, text: change === 'split' ? `split ${arrow} ${list}` : `merged from ${list}` };
  });
  return [
    { title: 'Split and merged files', rows: regrouped },
    ...TITLES.map(([kind, title]) => ({ title, rows: rows.get(kind) ?? [] })),
  ];
}

function rowOf(change: DeclarationChange, under: DeclarationChangeKind, arrow: string): SectionRow {
  const shown = change.after ?? change.before;
  return { location: `${shown?.path}:${shown?.start_line}`, text: declarationText(change, under, arrow) };
}

/** The change of a declaration in one line, without the information of the heading. */
export function declarationText(change: DeclarationChange, under: DeclarationChangeKind, arrow: string): string {
  const { before, changes, kind, holds } = change;
  const notes = changes.filter((it) => it !== under && it !== 'moved').map((it) => WORDS[it]);
  if (changes.includes('moved') && before !== undefined) notes.unshift(`moved from ${before.path}`);
  if (holds > 0) notes.push(`with ${holds} nested`);
  const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return `${kind} ${nameOf(change, under, arrow)}${note}`;
}

function nameOf({ before, after }: DeclarationChange, under: DeclarationChangeKind, arrow: string): string {
  const shown = after ?? before;
  const name = shown?.qualified_name ?? '';
  const renamed =
    before !== undefined && after !== undefined && before.qualified_name !== after.qualified_name
      ? `${before.qualified_name} ${arrow} ${name}`
      : name;
  if (under === 'signature-changed') return `${renamed}${before?.signature} ${arrow} ${after?.signature}`;
  return under === 'added' || under === 'removed' ? `${name}${shown?.signature}` : renamed;
}
