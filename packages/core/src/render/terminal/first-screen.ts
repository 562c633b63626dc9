import { GroupClasses } from '#lists/group-classes.ts';
import type { IntendedMirror } from '#lists/intended-mirror.ts';
import type { ListedGroups } from '#lists/listed-groups.ts';
import { repeatedLines, withRepresented } from '#lists/repeated-lines.ts';
import { SCREEN_RULES } from '#lists/screen-rules.ts';
import type { CopyRelations } from '#relations/model.ts';
import { coverageOf, isIncomplete } from '#scan/coverage.ts';
import { classOf, FILE_CLASSES } from '#scan/file-classes.ts';
import { FILE_STATUSES, type Scan } from '#scan/model.ts';
import { widthOf, wrapped } from './cells.ts';
import { factLines } from './fact-lines.ts';
import { groupPlaces } from './group-places.ts';
import { type Line, some, table, title } from './lists.ts';
import { grouped, plural } from './numbers.ts';
import { screenFacts } from './screen-facts.ts';
import { commandArgument } from './shell-argument.ts';
import { apartLines, configurationProblems, cycleLines, examples, excludedSources, runsLeftOut } from './summary.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** Maximum items of the other lists. */
const SHOWN = 3;
/** One configuration that is not understood, such as a generated one that is absent, is often the same in many packages. */
const SHOWN_PROBLEMS = 1;

/** What a first reader needs: a headline, the largest facts about repeated code, cycles, what was not read, and commands. */
export function* firstScreen(
  scan: Scan,
  relations: CopyRelations,
  listed: ListedGroups,
  { path = '.', mirrors = [] }: { path?: string; mirrors?: readonly IntendedMirror[] | undefined },
  style: TerminalStyle,
): Generator<string> {
  yield* headline(scan, listed, style);
  const { facts, more } = screenFacts(relations, listed, groupPlaces(scan, relations, listed), mirrors);
  const rest = [
    ...(more.relations > 0 ? [plural(more.relations, 'more relation')] : []),
    ...(more.groups > 0 ? [plural(more.groups, 'more group')] : []),
  ];
  if (facts.length > 0 || rest.length > 0) {
    yield title(style, 'What is repeated', 'in lines with code, without comments and imports');
    yield* factLines(facts, scan, path, style);
    const start = facts.length > 0 ? 'and ' : '';
    if (rest.length > 0) yield style.line('faint', `  ${start}${rest.join(' and ')}: --detail full, or --format json`);
  }
  yield* apartLines(listed, style);
  yield* cycles(scan, style);
  yield* notRead(scan, relations, style);
  yield* next(path, style);
}

function* headline(scan: Scan, listed: ListedGroups, style: TerminalStyle): Generator<string> {
  const languages = new Map<string, number>();
  let [files, product, apart] = [0, 0, 0];
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || entry.facts === undefined || entry.language === undefined) continue;
    const { lines = 0 } = entry;
    files++;
    languages.set(entry.language, (languages.get(entry.language) ?? 0) + lines);
    if (classOf(entry, FILE_CLASSES) === undefined) product += lines;
    else apart += lines;
  }
  const byLines = [...languages].sort((a, b) => b[1] - a[1]);
  const text = some(
    byLines.map(([name, lines]) => `${name} ${grouped(lines)}`),
    style,
  );
  const root = style.cut(style.name(scan.root), style.width);
  const total = `${plural(files, 'file')}, ${plural(product + apart, 'line')}${text === '' ? '' : `: ${text}`}`;
  if (widthOf(root) + 2 + widthOf(total) <= style.width) yield `${style.paint('strong', root)}  ${total}`;
  else {
    yield style.paint('strong', root);
    yield* wrapped(total, style.width);
  }
  if (product === 0) return;
  const share = Math.round((linesInCopies(scan, listed) * 100) / product);
  const named = listed.intended.length === 0 ? 'listed' : 'listed or intended';
  const others = apart === 0 ? '' : `; ${plural(apart, 'line')} of tests and other classes apart`;
  yield* wrapped(
    `${share} % of ${plural(product, 'line')} of product code are in the copies that are ${named}${others}`,
    style.width,
  );
}

/** The lines of product code in copies that a list shows, or would show without intended mirrors. */
function linesInCopies(scan: Scan, { shown, intended }: ListedGroups): number {
  const ids = new Set([...shown, ...intended.map(({ group }) => group)].map(({ id }) => id));
  const lines = repeatedLines(withRepresented(scan, ids), new GroupClasses(scan));
  let sum = 0;
  for (const it of scan.entries) {
    if (it.kind === 'file' && classOf(it, FILE_CLASSES) === undefined) sum += lines.get(it.path) ?? 0;
  }
  return sum;
}

/** The cycles at load of product code; others are only counted, because most are only of types or wanted. */
function* cycles(scan: Scan, style: TerminalStyle): Generator<string> {
  const product = new Set<string>();
  for (const it of scan.entries)
    if (it.kind === 'file' && classOf(it, FILE_CLASSES) === undefined) product.add(it.path);
  const shown = scan.cycles.filter(({ files }) => files.some((file) => product.has(file)));
  const [apart, later] = [scan.cycles.length - shown.length, scan.non_load_cycles.length];
  const rest = [
    ...(apart > 0 ? [`${grouped(apart)} of tests or other classes`] : []),
    ...(later > 0 ? [`${grouped(later)} not at load`] : []),
  ];
  if (shown.length > 0 || rest.length > 0) {
    const more = rest.length === 0 ? '' : `, and ${rest.join(', ')}: --detail full`;
    yield title(style, 'Import cycles', `${shown.length === 0 ? 'none at load' : grouped(shown.length)}${more}`);
  }
  yield* cycleLines(shown, { style, most: SHOWN }, (index) => `${style.glyphs.cycle}${index + 1}`);
}

/** Code that no fact is about. */
function* notRead(scan: Scan, { left_out }: CopyRelations, style: TerminalStyle): Generator<string> {
  const incomplete = scan.entries.filter(isIncomplete);
  const lines = FILE_STATUSES.flatMap((status): Line[] => {
    if (status === 'unsupported-language') return unsupported(scan, style);
    const its = incomplete.filter((entry) => entry.kind !== 'symlink' && entry.status === status);
    const paths = its.map(({ path }) => path);
    return its.length === 0 ? [] : [{ label: status, count: grouped(its.length), text: some(paths, style) }];
  });
  if (lines.length > 0) {
    yield title(style, 'Not read completely', '');
    yield* table(lines, style);
  }
  yield* excludedSources(scan, style, SHOWN);
  yield* configurationProblems(scan, style, SHOWN_PROBLEMS);
  yield* runsLeftOut(scan, style);
  if (left_out > 0)
    yield style.line('faint', `  not compared for relations: ${plural(left_out, 'group or pair', 'groups or pairs')}`);
}

/** Languages that are not analyzed, if a reader could take the analyzed files for all. */
function unsupported(scan: Scan, style: TerminalStyle): Line[] {
  const status = 'unsupported-language';
  const { files } = coverageOf(scan);
  const isShown = files[status] > 0 && files[status] * 100 >= files.analyzed * SCREEN_RULES.unsupported.least_percent;
  return isShown ? [{ label: status, count: grouped(files[status]), text: examples(scan, status, style) }] : [];
}

function* next(path: string, style: TerminalStyle): Generator<string> {
  yield title(style, 'Next', '');
  const folder = style.name(commandArgument(path));
  const last = path === '.' ? '' : ` ${folder}`;
  yield* table(
    [
      {
        label: `analyzer show FILE${last}`,
        count: '',
        text: 'copies in a file, folder or FILE:LINE, with code',
      },
      { label: `analyzer ${folder} --detail files`, count: '', text: 'the tree, and longer lists' },
      { label: `analyzer map ${folder}`, count: '', text: 'all copies with their code, as a page' },
      { label: `analyzer baseline ${folder}`, count: '', text: 'then analyzer check fails only for new copies' },
    ],
    style,
  );
}
