import { LIST_RULES } from '#languages/policy.ts';

/**
 * Whether a callback is a part of a test by what it is passed to, such as `it('adds') callback`
 * (`languages/lists.json`, `test_callbacks`).
 *
 * @param name of the callback; undefined for other code
 */
export function isTestCallback(name: string | undefined): boolean {
  const [, callee = '', title] = /^([\w.]+)(\(.*\))? callback$/.exec(name ?? '') ?? [];
  const { titled, untitled, modifiers } = LIST_RULES.test_callbacks;
  const names = callee.split('.');
  const isOfTests = (it: string) => titled.includes(it) || untitled.includes(it);
  if (!isOfTests(names[0] ?? '') || !names.every((it) => isOfTests(it) || modifiers.includes(it))) return false;
  return title !== undefined || untitled.includes(names.at(-1) ?? '');
}
