import type { Copy, GroupFinding } from './model.ts';

/** The copy that the first new one was probably made from: a listed one if there is one, else the first other one. */
export function originalOf({ family, unlisted, fresh }: GroupFinding): Copy | undefined {
  const [copy] = fresh;
  const [isUnlisted, isFresh] = [new Set(unlisted), new Set(fresh)];
  const { copies } = family;
  return (
    copies.find((it) => !isUnlisted.has(it)) ??
    copies.find((it) => !isFresh.has(it)) ??
    copies.find((it) => it !== copy)
  );
}
