import { SCREEN_RULES } from './screen-rules.ts';

const { words, marks } = SCREEN_RULES.asynchronous;
const WORDS = new RegExp(words.join('|'), 'g');

/** A file or folder, with the name of the declaration in it, if it is one. */
export interface NamedPlace {
  path: string;
  name?: string;
}

/**
 * Whether code is the same once synchronous and once asynchronous, as far as its names tell: they differ, and are equal without
 * words such as `async`; those of the declarations alone are enough.
 */
function areTwins(places: readonly NamedPlace[]): boolean {
  return differOnlyByWords(places.map(({ path, name = '' }) => `${path} ${name}`)) || haveTwinNames(places);
}

/** What tells it: `names`, or only `paths`, because code is in a file or folder for asynchronous code, and in one that is not. */
export type TwinSign = 'names' | 'paths';

export function twinSign(places: readonly NamedPlace[]): TwinSign | undefined {
  if (areTwins(places)) return 'names';
  return new Set(places.map(({ path }) => isMarked(path))).size > 1 ? 'paths' : undefined;
}

function haveTwinNames(places: readonly NamedPlace[]): boolean {
  const names = places.map(({ name }) => name ?? '');
  return names.every((it) => it !== '') && differOnlyByWords(names);
}

/** Whether names are equal without words of asynchronous code. */
export function withoutWords(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[_ -]/g, '').replaceAll(WORDS, '');
  return plain.replaceAll(/\/+/g, '/').replace(/^\//, '');
}

function differOnlyByWords(names: readonly string[]): boolean {
  const [first = '', ...others] = names.map((it) => it.toLowerCase().replaceAll(/[_ -]/g, ''));
  const plain = withoutWords(first);
  return others.some((it) => it !== first) && others.every((it) => withoutWords(it) === plain);
}

function isMarked(path: string): boolean {
  return path
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .some((word) => marks.includes(word));
}
