import type { Line } from './item-line.ts';

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
  const shown = byFile(lines.slice(0, taken));
  const more = total - asked.offset - taken;
  if (more <= 0) return [title, ...shown].join('\n');
  return [title, ...shown, `… ${more} more: ${remedy(key, taken, lines.length, asked)}`].join('\n');
}

export function titleOf(key: string): string {
  return key.replaceAll('_', ' ');
}

/** Lines of one file together, in the order of their first ones; a file with one line has its path in it. */
function byFile(lines: readonly Line[]): string[] {
  const files = new Map<string, string[]>();
  for (const [index, { path, text }] of lines.entries()) {
    const key = path ?? `\0${index}`;
    files.set(key, [...(files.get(key) ?? []), text]);
  }
  return [...files].flatMap(([path, texts]) => {
    const [only = ''] = texts;
    if (path.startsWith('\0')) return [only];
    return texts.length === 1 ? [path + only] : [path, ...texts.map((text) => `  ${text}`)];
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
