import type { Copy, GroupFinding } from './model.ts';

/** The copies that the first new one may have been made from: listed ones if there are some, else the other ones. */
export function originalsOf({ family: { copies }, unlisted, fresh }: GroupFinding): Copy[] {
  const [isUnlisted, isFresh] = [new Set(unlisted), new Set(fresh)];
  const choices = [
    copies.filter((it) => !isUnlisted.has(it)),
    copies.filter((it) => !isFresh.has(it)),
    copies.filter((it) => it !== fresh[0]),
  ];
  return choices.find((its) => its.length > 0) ?? [];
}
