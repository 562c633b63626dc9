import type { FileEntry, FileStatus, LinkState, Scan } from '#scan/model.ts';
import { coverageOf, FILE_STATUSES, isIncomplete } from '../coverage.ts';
import { padEnd, padStart, widthOf } from './cells.ts';
import type { Look } from './look.ts';
import { groupMark, type Marks } from './marks.ts';
import { bytes, grouped, plural } from './numbers.ts';

/** A list in the summary shows this many; JSON has them all. */
const SHOWN = 10;
/** A group shows this many of its places, a status this many paths. */
const PLACES = 3;
const LINK_STATES = ['resolved', 'ambiguous', 'external', 'unresolved'] as const satisfies readonly LinkState[];

interface Line {
  head: string;
  count: string;
  text: string;
}

/** What the scan found, in numbers that add up, and what stands out: cycles, equal files, equal functions. */
export function* summaryLines(scan: Scan, look: Look, marks: Marks): Generator<string> {
  yield* account(scan, look);
  yield* languages(scan, look);
  yield* links(scan, look);
  yield* cycles(scan, look);
  yield* duplicates(look, marks);
  yield* groups(scan, look, marks);
}

function* account(scan: Scan, look: Look): Generator<string> {
  const { files, directory, symlink, special, excluded, complete } = coverageOf(scan);
  yield title(look, 'Account', `${plural(scan.entries.length + excluded, 'path')} below ${look.name(scan.root)}`);
  const lines: Line[] = [];
  for (const status of FILE_STATUSES) {
    if (files[status] > 0)
      lines.push({ head: status, count: grouped(files[status]), text: examples(scan, status, look) });
  }
  for (const [head, count] of [
    ['directory', directory],
    ['symlink', symlink],
    ['special', special],
  ] as const) {
    if (count > 0) lines.push({ head, count: grouped(count), text: '' });
  }
  if (excluded > 0)
    lines.push({
      head: 'excluded',
      count: grouped(excluded),
      text: byCount(
        scan.exclusions.map(({ reason, rule }) => `${reason} ${rule}`),
        look,
      ),
    });
  yield* table(lines, look);
  if (complete) return;
  const missing = scan.entries.filter(isIncomplete).length;
  yield look.line('warning', `  Not complete: code analysis lacks ${plural(missing, 'path')}.`);
}

/** Of a status that someone may want to act on: some paths; of languages that are not parsed: which. */
function examples(scan: Scan, status: FileStatus, look: Look): string {
  if (status === 'analyzed' || status === 'inventory') return '';
  const entries = scan.entries.filter((entry) => entry.kind !== 'symlink' && entry.status === status);
  if (status !== 'unsupported-language')
    return some(
      entries.map(({ path }) => path),
      look,
    );
  return byCount(
    entries.map((entry) => (entry.kind === 'file' && entry.language) || ''),
    look,
  );
}

/** The different texts with how often each occurs, the most frequent first. */
function byCount(texts: readonly string[], look: Look): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return some(
    sorted.map(([text, count]) => `${text} (${grouped(count)})`),
    look,
  );
}

function* languages(scan: Scan, look: Look): Generator<string> {
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
  yield title(look, 'Languages', '');
  const byLines = [...totals].sort((a, b) => b[1].lines - a[1].lines);
  yield* table(
    byLines.map(([language, { files, lines, size, functions }]) => ({
      head: language,
      count: grouped(lines),
      text: `${lines === 1 ? 'line' : 'lines'}, ${bytes(size)}, ${plural(files, 'file')}, ${plural(functions, 'function')}`,
    })),
    look,
  );
}

function functionsOf(entry: FileEntry): number {
  let count = 0;
  for (const { kind } of entry.facts?.declarations ?? []) if (kind === 'function' || kind === 'method') count++;
  return count;
}

function* links(scan: Scan, look: Look): Generator<string> {
  const imports = { resolved: 0, ambiguous: 0, external: 0, unresolved: 0 };
  const calls = { ...imports };
  for (const relations of scan.relations.values()) {
    for (const { state } of relations.imports) imports[state]++;
    for (const state of relations.calls.state) calls[state]++;
  }
  const lines = (
    [
      ['imports', imports],
      ['calls', calls],
    ] as const
  ).flatMap(([head, counts]): Line[] => {
    const total = LINK_STATES.reduce((sum, state) => sum + counts[state], 0);
    const parts = LINK_STATES.filter((state) => counts[state] > 0).map((state) => `${grouped(counts[state])} ${state}`);
    return total === 0 ? [] : [{ head, count: grouped(total), text: parts.join(', ') }];
  });
  if (lines.length === 0) return;
  yield title(look, 'Links', '');
  yield* table(lines, look);
}

function* cycles(scan: Scan, look: Look): Generator<string> {
  if (scan.cycles.length === 0) return;
  yield title(look, 'Import cycles', grouped(scan.cycles.length));
  const { arrow, cycle } = look.glyphs;
  yield* list(scan.cycles, look, ({ files, example }, index) => {
    const path = [...example, ...example.slice(0, 1)].map((file) => look.name(file)).join(` ${arrow} `);
    return { head: `${cycle}${index + 1}`, count: plural(files.length, 'file'), text: path };
  });
}

function* duplicates(look: Look, marks: Marks): Generator<string> {
  if (marks.duplicates.length === 0) return;
  yield title(look, 'Same files', grouped(marks.duplicates.length));
  yield* list(marks.duplicates, look, ({ size, paths }, index) => ({
    head: `=${index + 1}`,
    count: `${paths.length} ${look.glyphs.times} ${bytes(size)}`,
    text: some(
      paths.map((path) => look.name(path)),
      look,
    ),
  }));
}

function* groups(scan: Scan, look: Look, marks: Marks): Generator<string> {
  if (marks.groups.length === 0) return;
  const contained = scan.groups.filter(
    (group) => group.contained_in !== undefined && group.same_as === undefined,
  ).length;
  const more = contained === 0 ? '' : `, ${grouped(contained)} more inside these`;
  yield title(look, 'Same functions', grouped(marks.groups.length) + more);
  yield* list(marks.groups, look, (group, index) => ({
    head: groupMark(group, index, look),
    count: `${group.occurrences.length} ${look.glyphs.times} ${plural(group.nodes, 'node')}`,
    text: some(
      group.occurrences.map((id) => look.name(id)),
      look,
    ),
  }));
  const { alike } = look.glyphs;
  const legend = `  = same file   =* same function but for its name   ${alike} same but for the names in it too`;
  yield look.line('faint', legend);
}

function title(look: Look, name: string, rest: string): string {
  return `\n${look.paint('strong', name)}${rest === '' ? '' : `  ${look.cut(rest, look.width - name.length - 2)}`}`;
}

function* list<T>(items: readonly T[], look: Look, line: (item: T, index: number) => Line): Generator<string> {
  yield* table(items.slice(0, SHOWN).map(line), look);
  if (items.length > SHOWN) {
    yield look.line('faint', `  ${look.glyphs.ellipsis} and ${grouped(items.length - SHOWN)} more in --format json`);
  }
}

function* table(lines: readonly Line[], look: Look): Generator<string> {
  const head = Math.max(...lines.map((line) => widthOf(line.head)));
  const count = Math.max(...lines.map((line) => widthOf(line.count)));
  for (const line of lines) {
    const start = `  ${padEnd(line.head, head)}  ${padStart(line.count, count)}`;
    const text = look.cut(line.text, look.width - widthOf(start) - 2);
    yield text === '' ? start : `${start}  ${text}`;
  }
}

/** The first few of the project's texts, and how many more there are. */
function some(texts: readonly string[], look: Look): string {
  const rest = texts.length - PLACES;
  const shown = texts
    .slice(0, PLACES)
    .map((text) => look.name(text))
    .join(', ');
  return rest > 0 ? `${shown} ${look.glyphs.ellipsis} +${grouped(rest)}` : shown;
}
