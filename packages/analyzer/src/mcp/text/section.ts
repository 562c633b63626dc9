import { type Line, withFacts } from './item-line.ts';

/** So many successive files with the same facts are shown together, if the facts are long enough. */
const SAME_FACTS = 3;
const LONG_FACTS = 8;

/** A list of an answer. */
export interface Section {
  key: string;
  lines: readonly Line[];
  /** Items in the index, also those before the first one. */
  total: number;
}

/** What the request asked for. */
export interface Asked {
  offset: number;
  /** Names of the parameters of the operation. */
  names: readonly string[];
}

/** A list with its first lines, by file, and with the number of those that are left out. */
export function sectionText({ key, lines, total }: Section, taken: number, asked: Asked): string {
  const title = `${titleOf(key)}: ${total}`;
  const shown = byFacts(lines.slice(0, taken));
  const more = total - asked.offset - taken;
  if (more <= 0) return [title, ...shown].join('\n');
  return [title, ...shown, `… ${more} more: ${remedy(key, taken, lines.length, asked)}`].join('\n');
}

export function titleOf(key: string): string {
  return key.replaceAll('_', ' ');
}

/** Successive lines with the same facts together, after these, if they are of several files. */
function byFacts(lines: readonly Line[]): string[] {
  const parts: { facts: string; lines: Line[] }[] = [];
  for (let start = 0; start < lines.length; ) {
    const facts = lines[start]?.facts ?? '';
    let end = start + 1;
    while (end < lines.length && lines[end]?.facts === facts) end++;
    const run = lines.slice(start, end);
    start = end;
    const isShared = facts.length >= LONG_FACTS && new Set(run.map(({ path }) => path)).size >= SAME_FACTS;
    const last = parts.at(-1);
    if (isShared) parts.push({ facts, lines: run.map((line) => ({ ...line, facts: '' })) });
    else if (last?.facts === '') last.lines.push(...run);
    else parts.push({ facts: '', lines: run });
  }
  return parts.flatMap((part) =>
    part.facts === '' ? byFile(part.lines) : [`${part.facts}:`, ...byFile(part.lines).map((line) => `  ${line}`)],
  );
}

/** Lines of one file together, in the order of their first ones; a file with one line has its path in it. */
function byFile(lines: readonly Line[]): string[] {
  const files = new Map<string, string[]>();
  for (const [index, line] of lines.entries()) {
    const key = line.path ?? `\0${index}`;
    files.set(key, [...(files.get(key) ?? []), withFacts(line)]);
  }
  return [...files].flatMap(([path, texts]) => {
    const [only = '', ...others] = counted(texts);
    if (path.startsWith('\0')) return [only];
    return others.length === 0 ? [path + only] : [path, ...[only, ...others].map((text) => `  ${text}`)];
  });
}

/** Equal successive lines once, such as calls of one function in one line of code, with their number. */
function counted(texts: readonly string[]): string[] {
  return texts.flatMap((text, index) => {
    if (text === texts[index - 1]) return [];
    let end = index + 1;
    while (texts[end] === text) end++;
    return [end - index > 1 ? `${text} ×${end - index}` : text];
  });
}

/** The parameters that ask for the rest. */
function remedy(key: string, taken: number, received: number, { offset, names }: Asked): string {
  const wide = taken < received ? 'raise max_tokens' : undefined;
  const [limit] = names.filter((name) => name === 'limit' || name.startsWith('max_'));
  const paged = names.includes('offset') ? `ask with offset ${offset + taken}` : limit && `raise ${limit}`;
  const next = paged !== undefined && names.includes('lists') ? `${paged}, lists ["${key}"]` : paged;
  return [wide, next].filter((its) => its !== undefined).join(', or ');
}
