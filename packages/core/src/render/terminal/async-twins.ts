const WORDS = /async(?:io)?|sync/g;

/**
 * Whether code is the same once synchronous and once asynchronous, as far as its names tell: they differ, and are equal without
 * the words `async`, `asyncio` and `sync`.
 *
 * @param names paths, with the names of declarations
 */
export function areTwins(names: readonly string[]): boolean {
  const [first, ...others] = names.map((it) => it.toLowerCase().replaceAll(/[_-]/g, ''));
  if (first === undefined || others.every((it) => it === first)) return false;
  const plain = withoutWords(first);
  return others.every((it) => withoutWords(it) === plain);
}

function withoutWords(name: string): string {
  return name.replaceAll(WORDS, '').replaceAll(/\/+/g, '/').replace(/^\//, '');
}
