import { BlockNames } from '#lists/block-names.ts';
import { GroupMembers } from '#lists/group-members.ts';
import { countsApart, type ListedGroups } from '#lists/listed-groups.ts';
import { coverageOf, isIncomplete } from '#scan/coverage.ts';
import type { Cycle, FileEntry, FileStatus, LinkState, Scan } from '#scan/model.ts';
import { FILE_STATUSES } from '#scan/model.ts';
import { groupWord } from '../kind-word.ts';
import { mirrorName } from '../mirror-text.ts';
import { wrapped } from './cells.ts';
import { classWords } from './class-words.ts';
import { type Line, type ListOptions, list, some, table, title } from './lists.ts';
import { linesOfGroup, locationsOf } from './locations.ts';
import { groupMark, type Marks } from './marks.ts';
import { bytes, grouped, plural } from './numbers.ts';
import type { Detail } from './row.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** Maximum items of a list in the summary, and of the list of copies; `--detail full` and JSON have all. */
const SHOWN = 10;
const SHOWN_GROUPS = 30;
const LINK_STATES = [
  'resolved',
  'ambiguous',
  'external',
  'unresolved',
  'declared',
] as const satisfies readonly LinkState[];

/** The summary: counts that add up, cycles, identical files and clone groups. */
export function* summaryLines(scan: Scan, style: TerminalStyle, marks: Marks, detail: Detail): Generator<string> {
  const isFull = detail === 'full';
  const most = isFull ? Number.POSITIVE_INFINITY : SHOWN;
  yield* account(scan, style);
  yield* excludedSources(scan, style, most);
  yield* languages(scan, style);
  yield* links(scan, style);
  yield* configurationProblems(scan, style, most);
  yield* cycles(scan, style, most);
  yield* duplicates(style, marks, most);
  yield* groups(scan, style, marks, isFull ? most : SHOWN_GROUPS);
  yield* runsLeftOut(scan, style);
}

function* account(scan: Scan, style: TerminalStyle): Generator<string> {
  const { files, directory, symlink, special, excluded, complete } = coverageOf(scan);
  yield title(style, 'Account', `${plural(scan.entries.length + excluded, 'path')} below ${style.name(scan.root)}`);
  const lines: Line[] = [];
  for (const status of FILE_STATUSES) {
    if (files[status] > 0)
      lines.push({ label: status, count: grouped(files[status]), text: examples(scan, status, style) });
  }
  for (const [label, count] of [
    ['directory', directory],
    ['symlink', symlink],
    ['special', special],
  ] as const) {
    if (count > 0) lines.push({ label, count: grouped(count), text: '' });
  }
  if (excluded > 0)
    lines.push({
      label: 'excluded',
      count: grouped(excluded),
      text: byCount(
        scan.exclusions.map(({ reason, rule }) => `${reason} ${rule}`),
        style,
      ),
    });
  yield* table(lines, style);
  if (complete) return;
  const missing = scan.entries.filter(isIncomplete).length;
  yield style.line('warning', `  Not complete: code analysis lacks ${plural(missing, 'path')}.`);
}

/** Directories with source files that a scan excludes without an option that says so. */
export function* excludedSources(scan: Scan, style: TerminalStyle, most: number): Generator<string> {
  const directories = scan.exclusions.filter(({ sources }) => sources === true);
  if (directories.length === 0) return;
  yield title(style, 'Excluded directories with source files', grouped(directories.length));
  yield* list(directories, { style, most }, ({ path, reason, rule }) => ({
    label: reason,
    count: '',
    text: `${style.name(path)}/  ${style.name(rule)}`,
  }));
}

/** Details of a status: some paths, or the languages of files in unsupported languages. */
export function examples(scan: Scan, status: FileStatus, style: TerminalStyle): string {
  if (status === 'analyzed' || status === 'inventory') return '';
  const entries = scan.entries.filter((entry) => entry.kind !== 'symlink' && entry.status === status);
  if (status !== 'unsupported-language')
    return some(
      entries.map(({ path }) => path),
      style,
    );
  return byCount(
    entries.map((entry) => (entry.kind === 'file' && entry.language) || ''),
    style,
  );
}

/** Distinct texts with their count, most frequent first. */
function byCount(texts: readonly string[], style: TerminalStyle): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return some(
    sorted.map(([text, count]) => `${text} (${grouped(count)})`),
    style,
  );
}

function* languages(scan: Scan, style: TerminalStyle): Generator<string> {
  const totals = new Map<string, { files: number; lines: number; size: number; functions: number }>();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || entry.language === undefined || entry.facts === undefined) continue;
    const total = totals.get(entry.language) ?? { files: 0, lines: 0, size: 0, functions: 0 };
    total.files++;
    total.lines += entry.lines ?? 0;
    total.size += entry.size;
    total.functions += functionsOf(entry);
    totals.set(entry.language, total);
  }
  if (totals.size === 0) return;
  yield title(style, 'Languages', '');
  const byLines = [...totals].sort((a, b) => b[1].lines - a[1].lines);
  yield* table(
    byLines.map(([language, { files, lines, size, functions }]) => ({
      label: language,
      count: grouped(lines),
      text: `${lines === 1 ? 'line' : 'lines'}, ${bytes(size)}, ${plural(files, 'file')}, ${plural(functions, 'function')}`,
    })),
    style,
  );
}

function functionsOf(entry: FileEntry): number {
  let count = 0;
  for (const { kind } of entry.facts?.declarations ?? []) if (kind === 'function' || kind === 'method') count++;
  return count;
}

function* links(scan: Scan, style: TerminalStyle): Generator<string> {
  const imports = { resolved: 0, ambiguous: 0, external: 0, unresolved: 0, declared: 0 };
  const calls = { ...imports };
  const bases = { ...imports };
  for (const relations of scan.relations.values()) {
    for (const { state } of relations.imports) imports[state]++;
    for (const state of relations.calls.state) calls[state]++;
    for (const { state } of relations.bases) bases[state]++;
  }
  const lines = (
    [
      ['imports', imports],
      ['calls', calls],
      ['bases', bases],
    ] as const
  ).flatMap(([label, counts]): Line[] => {
    const total = LINK_STATES.reduce((sum, state) => sum + counts[state], 0);
    const parts = LINK_STATES.filter((state) => counts[state] > 0).map((state) => `${grouped(counts[state])} ${state}`);
    return total === 0 ? [] : [{ label, count: grouped(total), text: parts.join(', ') }];
  });
  if (lines.length === 0) return;
  yield title(style, 'Links', '');
  yield* table(lines, style);
}

function* cycles(scan: Scan, style: TerminalStyle, most: number): Generator<string> {
  const { cycle } = style.glyphs;
  yield* cycleList('Import cycles', scan.cycles, { style, most }, (index) => `${cycle}${index + 1}`);
  yield* cycleList('Import cycles not at load', scan.non_load_cycles, { style, most }, () => '');
}

export function* configurationProblems(scan: Scan, style: TerminalStyle, most: number): Generator<string> {
  const { configuration_problems: problems } = scan;
  if (problems.length === 0) return;
  yield title(style, 'Configuration not understood', grouped(problems.length));
  yield* list(problems, { style, most }, ({ path, problem }) => ({
    label: '',
    count: '',
    text: `${style.name(path)}: ${problem}`,
  }));
}

function* cycleList(
  name: string,
  cycles: readonly Cycle[],
  options: ListOptions,
  labelOf: (index: number) => string,
): Generator<string> {
  if (cycles.length === 0) return;
  yield title(options.style, name, grouped(cycles.length));
  yield* cycleLines(cycles, options, labelOf);
}

/** The size of each cycle and an example of its imports. */
export function* cycleLines(
  cycles: readonly Cycle[],
  { style, most }: ListOptions,
  labelOf: (index: number) => string,
): Generator<string> {
  yield* list(cycles, { style, most }, ({ files, example }, index) => {
    const path = [...example, ...example.slice(0, 1)].map((file) => style.name(file)).join(` ${style.glyphs.arrow} `);
    return { label: labelOf(index), count: plural(files.length, 'file'), text: path };
  });
}

function* duplicates(style: TerminalStyle, marks: Marks, most: number): Generator<string> {
  if (marks.duplicates.length === 0) return;
  yield title(style, 'Same files', grouped(marks.duplicates.length));
  yield* list(marks.duplicates, { style, most }, ({ size, paths }, index) => ({
    label: `=${index + 1}`,
    count: `${paths.length} ${style.glyphs.times} ${bytes(size)}`,
    text: some(
      paths.map((path) => style.name(path)),
      style,
    ),
  }));
}

function* groups(scan: Scan, style: TerminalStyle, { listed }: Marks, most: number): Generator<string> {
  const { shown, apart, intended, inside, silenced } = listed;
  if (shown.length + apart.length + intended.length + silenced === 0) return;
  const more = inside === 0 ? '' : `, ${grouped(inside)} more inside these`;
  yield title(style, 'Copies', grouped(shown.length) + more);
  const names = new BlockNames(scan);
  const members = new GroupMembers(scan, shown);
  yield* list(shown, { style, most }, (group, index) => {
    const [first = '', ...others] = locationsOf(group, names, members);
    return {
      label: groupMark(group, index, style),
      count: `${others.length + 1} ${style.glyphs.times} ${plural(linesOfGroup(group, members), 'line')}`,
      text: `${groupWord(group, members)}  ${style.name(first)}`,
      below: some(others, style),
    };
  });
  yield* apartLines(listed, style);
  const { similar } = style.glyphs;
  yield style.line('faint', `  = identical files   =* identical functions   ${similar} other copies`);
}

/** The groups that are not listed, with the option that lists them. */
export function* apartLines({ apart, intended, silenced }: ListedGroups, style: TerminalStyle): Generator<string> {
  if (apart.length > 0) {
    const counts = countsApart(apart);
    const words = counts.map(([name, its]) => `${grouped(its)} ${classWords(name)}`);
    const names = counts.map(([name]) => name);
    const text = `apart: ${words.join(', ')}; --include ${names.join(',')} lists them`;
    for (const line of wrapped(text, style.width - 2)) yield style.line('faint', `  ${line}`);
  }
  for (const mirror of new Set(intended.map((it) => it.mirror))) {
    const count = plural(intended.filter((it) => it.mirror === mirror).length, 'group');
    yield style.line('faint', `  intended: ${count} in ${style.name(`${mirrorName(mirror)}: ${mirror.reason}`)}`);
  }
  if (silenced > 0) yield style.line('faint', `  silenced by comments in the source: ${plural(silenced, 'group')}`);
}

/** Files with more repeated runs than are compared. */
export function* runsLeftOut({ runs_left_out: left }: Scan, style: TerminalStyle): Generator<string> {
  if (left === undefined) return;
  const count = `${grouped(left.occurrences)}, in ${plural(left.files.length, 'file')} with too many`;
  yield title(style, 'Repeated runs left out', count);
  yield* table([{ label: '', count: '', text: some(left.files, style) }], style);
}
