/** The first difference of two documents. */
export interface Difference {
  /** JSON Pointer (RFC 6901). */
  pointer: string;
  /** Path of the file whose entry contains the difference, if any. */
  path?: string;
  /** As JSON; `absent` if the property is missing. */
  left: string;
  right: string;
}

/** Properties of a scan that may differ between runs. */
const FREE: ReadonlySet<string> = new Set(['engine', 'runtime']);

const DIGEST = 'snapshot_id';

/**
 * The first difference of two scans (`analyzer.scan.v1`) in byte order, except for `engine` and `runtime`.
 *
 * @throws {SyntaxError} if one is not JSON
 */
export function firstDifference(left: string, right: string): Difference | undefined {
  if (withoutFree(left) === withoutFree(right)) return undefined;
  const documents: unknown[] = [JSON.parse(left), JSON.parse(right)];
  const found = differ(documents[0], documents[1], '');
  // The same values with other whitespace or escapes.
  if (found === undefined) return { pointer: '', ...bytesAround(left, right) };
  const path = pathOf(documents[0], found.pointer);
  return path === undefined ? found : { ...found, path };
}

function withoutFree(text: string): string {
  return text.replace(/^(\{"schema":"[^"]*",)"engine":"\w*",/, '$1').replace(/,"runtime":\{[^{}]*\}\}\n$/, '}\n');
}

function differ(left: unknown, right: unknown, pointer: string): Difference | undefined {
  if (Object.is(left, right)) return undefined;
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) {
    return { pointer, left: shown(left), right: shown(right) };
  }
  const [names, others] = [Object.keys(left), Object.keys(right)];
  // A difference in the digest alone does not show its cause.
  if (pointer === '') names.sort((a, b) => Number(a === DIGEST) - Number(b === DIGEST));
  for (const name of names) {
    if (pointer === '' && FREE.has(name)) continue;
    const inner = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const found = differ(left[name], right[name], inner);
    if (found !== undefined) return found;
  }
  const more = others.find((name) => !(name in left));
  if (more !== undefined) return { pointer: `${pointer}/${more}`, left: 'absent', right: shown(right[more]) };
  if (pointer !== '' && names.join() !== others.join()) return { pointer, left: names.join(), right: others.join() };
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function bytesAround(left: string, right: string): { left: string; right: string } {
  let at = 0;
  while (left[at] === right[at]) at++;
  const cut = (text: string) => text.slice(Math.max(0, at - 40), at + 40);
  return { left: cut(left), right: cut(right) };
}

function pathOf(document: unknown, pointer: string): string | undefined {
  const index = /^\/entries\/(\d+)/.exec(pointer)?.[1];
  if (index === undefined || !isObject(document) || !isObject(document.entries)) return undefined;
  const entry = document.entries[index];
  return isObject(entry) && typeof entry.path === 'string' ? entry.path : undefined;
}
