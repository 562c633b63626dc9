import { compareBytes } from '@analyzer/contracts';
import type { ErrorRanges } from '#parse/facts.ts';
import type { Entry, Exclusion, FileEntry, Scan } from '#scan/model.ts';
import { widthOf } from './cells.ts';
import { factRows, lineRangeWidth } from './fact-rows.ts';
import type { Marks } from './marks.ts';
import { bytes, grouped } from './numbers.ts';
import { type Detail, type Note, none, type Row } from './row.ts';
import type { TerminalStyle } from './terminal-style.ts';
import type { Widest } from './tree.ts';

/** Entries and exclusions of one folder, and the totals of its files. */
interface Folder {
  members: (Entry | Exclusion)[];
  lines: number;
  size: number;
}

/** Converts the flat list of paths into rows: folders, files, links, and exclusions at detail `full`. */
export class FileRows {
  readonly #scan: Scan;
  readonly #style: TerminalStyle;
  readonly #marks: Marks;
  readonly #detail: Detail;
  readonly #folders = new Map<string, Folder>();

  constructor(scan: Scan, style: TerminalStyle, marks: Marks, detail: Detail) {
    this.#scan = scan;
    this.#style = style;
    this.#marks = marks;
    this.#detail = detail;
    for (const entry of scan.entries) this.#add(entry);
    if (detail === 'full') {
      for (const exclusion of scan.exclusions) this.#add(exclusion);
      for (const folder of this.#folders.values()) folder.members.sort((a, b) => compareBytes(a.path, b.path));
    }
  }

  root(): Row {
    return this.#folderRow(this.#scan.root, '', []);
  }

  /** Widest values of all rows: the root has the most lines, and no line number of a file is higher. */
  widest(): Widest {
    const languages = new Set<string>();
    let lines = widthOf(grouped(this.#folders.get('')?.lines ?? 0));
    for (const entry of this.#scan.entries) {
      if (entry.kind !== 'file') continue;
      if (entry.language !== undefined) languages.add(entry.language);
      if (this.#detail === 'files') continue;
      for (const declaration of entry.facts?.declarations ?? []) lines = Math.max(lines, lineRangeWidth(declaration));
    }
    const language = Array.from(languages, (name) => widthOf(this.#style.name(name)));
    return { language: Math.max(0, ...language), lines };
  }

  #add(member: Entry | Exclusion): void {
    this.#folder(parentOf(member.path)).members.push(member);
    if (!('size' in member)) return;
    for (let path = member.path; path !== ''; ) {
      path = parentOf(path);
      const folder = this.#folder(path);
      folder.lines += member.lines ?? 0;
      folder.size += member.size;
    }
  }

  #folder(path: string): Folder {
    let folder = this.#folders.get(path);
    if (folder === undefined) {
      folder = { members: [], lines: 0, size: 0 };
      this.#folders.set(path, folder);
    }
    return folder;
  }

  #folderRow(name: string, path: string, notes: Note[]): Row {
    const folder = this.#folders.get(path);
    const row: Row = { tone: 'strong', label: `${this.#style.name(name)}/`, notes, children: none };
    if (folder === undefined) return row;
    row.children = () => folder.members.map((member) => this.#memberRow(member));
    if (folder.size > 0) Object.assign(row, { lines: grouped(folder.lines), size: bytes(folder.size) });
    return row;
  }

  #memberRow(member: Entry | Exclusion): Row {
    const name = member.path.slice(member.path.lastIndexOf('/') + 1);
    if ('rule' in member) return this.#exclusionRow(name, member);
    if (member.kind === 'file') return this.#fileRow(name, member);
    if (member.kind === 'symlink') {
      const target =
        member.target === undefined ? '' : ` ${this.#style.glyphs.arrow} ${this.#style.name(member.target)}`;
      const text = member.target === undefined ? 'link to outside' : 'link';
      return {
        tone: 'plain',
        label: this.#style.name(name) + target,
        notes: [{ tone: 'faint', text }],
        children: none,
      };
    }
    if (member.kind === 'special') {
      return {
        tone: 'plain',
        label: this.#style.name(name),
        notes: [{ tone: 'faint', text: 'special' }],
        children: none,
      };
    }
    return this.#folderRow(
      name,
      member.path,
      member.status === undefined ? [] : [this.#trouble(member.status, member.reason)],
    );
  }

  #exclusionRow(name: string, { kind, reason, rule }: Exclusion): Row {
    const label = this.#style.name(name) + (kind === 'directory' ? '/' : '');
    const text = `excluded: ${reason} ${this.#style.name(rule)}`;
    return { tone: 'faint', label, notes: [{ tone: 'faint', text }], children: none };
  }

  #fileRow(name: string, entry: FileEntry): Row {
    const row: Row = {
      tone: 'plain',
      label: this.#style.name(name),
      size: bytes(entry.size),
      notes: this.#fileNotes(entry),
      children: none,
    };
    if (entry.language !== undefined) row.language = this.#style.name(entry.language);
    if (entry.lines !== undefined) row.lines = grouped(entry.lines);
    const { facts } = entry;
    const relations = this.#scan.relations.get(entry.path);
    if (this.#detail !== 'files' && facts !== undefined && relations !== undefined) {
      row.children = () =>
        factRows({ facts, relations, is_test: entry.is_test }, this.#style, this.#marks, this.#detail === 'full');
    }
    return row;
  }

  #fileNotes(entry: FileEntry): Note[] {
    const notes: Note[] = [...this.#marks.ofFile(entry.path)];
    if (entry.status === 'inventory' || entry.status === 'unsupported-language') {
      notes.push({ tone: 'faint', text: entry.status });
    } else if (entry.status !== 'analyzed') {
      notes.push(this.#trouble(entry.status, entry.reason ?? errorText(entry.facts?.errors ?? entry.errors)));
    }
    for (const role of ['test', 'vendored', 'generated', 'example', 'benchmark', 'configuration'] as const) {
      if (entry[`is_${role}`]) notes.push({ tone: 'faint', text: role });
    }
    return notes;
  }

  #trouble(status: string, reason: string | undefined): Note {
    return { tone: 'warning', text: reason === undefined ? status : `${status}: ${this.#style.name(reason)}` };
  }
}

function errorText(errors: ErrorRanges | undefined): string | undefined {
  const first = errors?.ranges[0];
  if (errors === undefined || first === undefined) return undefined;
  const what = `${first.message ?? 'syntax error'}, line ${first.start_line}`;
  return errors.count === 1 ? what : `${what}, and ${grouped(errors.count - 1)} more`;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
