import type {
  WatchChanged,
  WatchElsewhere,
  WatchedCopies,
  WatchedCycle,
  WatchedUnparsed,
  WatchMissed,
  WatchStarted,
  WatchTotals,
  WatchV1,
} from '@analyzer/contracts/analyzer.watch.v1';
import { elsewhereGist, elsewhereRemedy } from '@analyzer/core/render/check/wording.ts';
import { missedText } from '@analyzer/core/render/missed/edits.ts';
import { placeText } from '@analyzer/core/render/missed/wording.ts';
import { grouped, plural } from '@analyzer/core/render/terminal/numbers.ts';
import type { TerminalStyle, Tone } from '@analyzer/core/render/terminal/terminal-style.ts';

/** Maximum number of groups and cycles of an event, of copies of a group, of paths in one line, and of files that are not a summary. */
const SHOWN = { findings: 20, copies: 10, paths: 5, files: 50 };

/** An event as terminal text; empty if the changed files have no effect on copies and cycles. */
export function linesOf(event: WatchV1, style: TerminalStyle): string[] {
  switch (event.type) {
    case 'started':
      return [`${style.line('strong', startOf(event, style))}\n`];
    case 'problem':
      return [`${style.line('warning', style.name(event.message))}\n`];
    case 'changed':
      return changeLines(event, style);
    case 'missed':
      return missedLines(event, style);
    case 'elsewhere':
      return elsewhereLines(event, style);
  }
}

function startOf({ root, ...totals }: WatchStarted, style: TerminalStyle): string {
  return `Watching ${style.name(root)}: ${totalsText(totals)}. Ctrl-C ends it.`;
}

function totalsText({ files, groups, cycles }: WatchTotals): string {
  const copies = `${grouped(groups)} ${groups === 1 ? 'group' : 'groups'} of copied functions`;
  return [plural(files, 'file'), copies, plural(cycles, 'import cycle')].join(', ');
}

/** `14:03:22  `, of the local time zone. */
function clock(time: string | undefined): string {
  if (time === undefined) return '';
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${parts.map((it) => String(it).padStart(2, '0')).join(':')}  `;
}

function changeLines(event: WatchChanged, style: TerminalStyle): string[] {
  const { files, copies, cycles, unparsed, time, totals } = event;
  const now = totals === undefined ? [] : [`${style.line('faint', `  now ${totalsText(totals)}`)}\n`];
  if (files.length > SHOWN.files) return [...summaryLines(event, style), ...now];
  const blocks = [
    ...copies.map((it) => copiesLines(it, style)),
    ...cycles.map((it) => cycleLines(it, style)),
    ...unparsed.map((it) => unparsedLines(it, style)),
  ];
  if (blocks.length === 0) return [];
  const left = blocks.length - SHOWN.findings;
  return [
    `${style.line('strong', `${clock(time)}${listed(files, style)}`)}\n`,
    ...blocks.slice(0, SHOWN.findings).flat(),
    ...(left > 0 ? [`${style.line('faint', `  and ${grouped(left)} more: --format json`)}\n`] : []),
    ...now,
  ];
}

/** A change of many files, such as a checkout. */
function summaryLines({ files, copies, cycles, unparsed, time }: WatchChanged, style: TerminalStyle): string[] {
  const counts = [
    ...countsOf('groups of copies', copies),
    ...countsOf('import cycles', cycles),
    ...(unparsed.length > 0 ? [`${plural(unparsed.length, 'file')} with errors`] : []),
  ];
  return [
    `${style.line('strong', `${clock(time)}${plural(files.length, 'file')} changed`)}\n`,
    `  ${counts.length === 0 ? 'no change of copies and cycles' : counts.join('; ')}\n`,
  ];
}

/** `groups of copies: 2 appeared, 1 vanished`. */
function countsOf(what: string, changes: readonly { change: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { change } of changes) counts.set(change, (counts.get(change) ?? 0) + 1);
  const parts = Array.from(counts, ([change, count]) => `${grouped(count)} ${change}`);
  return parts.length === 0 ? [] : [`${what}: ${parts.join(', ')}`];
}

function missedLines({ edits, time }: WatchMissed, style: TerminalStyle): string[] {
  const left = edits.length - SHOWN.findings;
  return [
    ...edits
      .slice(0, SHOWN.findings)
      .flatMap((edit) => [
        `${style.line('strong', `${clock(time)}${style.name(placeText(edit.edited))}`)}\n`,
        `  ${style.name(missedText(edit))}\n`,
      ]),
    ...(left > 0 ? [`${style.line('faint', `  and ${grouped(left)} more: --format json`)}\n`] : []),
  ];
}

function elsewhereLines({ found, time }: WatchElsewhere, style: TerminalStyle): string[] {
  const left = found.length - SHOWN.findings;
  return [
    ...found.slice(0, SHOWN.findings).flatMap((hint) => {
      const { path, start_line, qualified_name } = hint;
      return [
        `${style.line('strong', `${clock(time)}${style.name(`${path}:${start_line}  ${qualified_name}`)}`)}\n`,
        `  ${style.name(elsewhereGist(hint))}\n`,
        `  ${style.name(elsewhereRemedy(hint))}\n`,
      ];
    }),
    ...(left > 0 ? [`${style.line('faint', `  and ${grouped(left)} more: --format json`)}\n`] : []),
  ];
}

const COPIES: Readonly<Record<WatchedCopies['change'], { tone: Tone; gist: (counts: WatchedCopies) => string }>> = {
  appeared: { tone: 'warning', gist: ({ after }) => `new group of ${after} copies` },
  grew: { tone: 'warning', gist: ({ before, after }) => `${after} copies instead of ${before}` },
  shrank: { tone: 'plain', gist: ({ before, after }) => `${after} copies instead of ${before}` },
  vanished: { tone: 'plain', gist: ({ before }) => `no copies any more, ${before} before` },
};

function copiesLines(group: WatchedCopies, style: TerminalStyle): string[] {
  const { tone, gist } = COPIES[group.change];
  const marked = [
    ...group.removed.map((copy) => ({ mark: '-', copy })),
    ...group.added.map((copy) => ({ mark: '+', copy })),
    ...unmarked(group).map((copy) => ({ mark: ' ', copy })),
  ];
  const left = marked.length - SHOWN.copies;
  const id = group.id === null ? '' : `${group.id}  `;
  return [
    `${style.line(tone, `  ${id}${gist(group)}, ${KINDS[group.kind]}, ${plural(group.nodes, 'node')}`)}\n`,
    ...marked.slice(0, SHOWN.copies).map(({ mark, copy: { path, start_line, end_line, name, similarity } }) => {
      const likeness = similarity === undefined ? '' : `  ${Math.floor(similarity / 10)} %`;
      const text = `    ${mark} ${style.name(`${path}:${start_line}-${end_line}  ${name}`.trimEnd())}${likeness}`;
      return `${style.line(mark === ' ' ? 'faint' : 'plain', text)}\n`;
    }),
    ...(left > 0 ? [`${style.line('faint', `      and ${grouped(left)} more`)}\n`] : []),
  ];
}

const KINDS: Readonly<Record<WatchedCopies['kind'], string>> = {
  'function-body': 'identical',
  'function-shape': 'identical up to renaming',
  near: 'similar',
  block: 'block',
  'block-shape': 'block, identical up to renaming',
};

/** The copies that existed before and remain. */
function unmarked({ change, copies, added, removed }: WatchedCopies): WatchedCopies['copies'] {
  const marked = new Set([...added, ...(change === 'vanished' ? removed : [])].map(locationOf));
  return copies.filter((copy) => !marked.has(locationOf(copy)));
}

function locationOf({ path, name }: WatchedCopies['copies'][number]): string {
  return `${path}#${name}`;
}

const CYCLES: Readonly<Record<WatchedCycle['change'], { tone: Tone; gist: string }>> = {
  appeared: { tone: 'warning', gist: 'new import cycle' },
  grew: { tone: 'warning', gist: 'larger import cycle' },
  changed: { tone: 'warning', gist: 'other import cycle' },
  shrank: { tone: 'plain', gist: 'smaller import cycle' },
  vanished: { tone: 'plain', gist: 'no import cycle any more' },
};

function cycleLines({ change, files, example }: WatchedCycle, style: TerminalStyle): string[] {
  const { tone, gist } = CYCLES[change];
  const way = example.slice(0, SHOWN.copies).map((path) => style.name(path));
  const rest = example.length > SHOWN.copies ? [style.glyphs.ellipsis] : way.slice(0, 1);
  return [
    `${style.line(tone, `  ${gist} of ${plural(files.length, 'file')}`)}\n`,
    `    ${way.length === 0 ? listed(files, style) : [...way, ...rest].join(' -> ')}\n`,
  ];
}

function unparsedLines({ path, status, reason, line, is_kept }: WatchedUnparsed, style: TerminalStyle): string[] {
  const place = style.name(line === undefined ? path : `${path}:${line}`);
  const why = `${status}${reason === undefined ? '' : `, ${style.name(reason)}`}`;
  const text = is_kept
    ? `  ${place} has a syntax error: its last version without one still counts`
    : `  ${place} is not analyzed: ${why}`;
  return [`${style.line('warning', text)}\n`];
}

function listed(paths: readonly string[], style: TerminalStyle): string {
  const left = paths.length - SHOWN.paths;
  const shown = paths.slice(0, SHOWN.paths).map((path) => style.name(path));
  return [...shown, ...(left > 0 ? [`and ${grouped(left)} more files`] : [])].join(', ');
}
