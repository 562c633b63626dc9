import { cycleTarget } from '#relate/cycles/cycle-edges.ts';
import type { Scan } from './model.ts';

/** The project files that a file imports, at load or in any phase, as cycles count them. */
export function importsOf({ relations }: Scan, inAnyPhase: boolean): (path: string) => ReadonlySet<string> {
  return (from) => {
    const targets = new Set<string>();
    for (const link of relations.get(from)?.imports ?? []) {
      const target = cycleTarget(from, link, inAnyPhase);
      if (target !== undefined) targets.add(target);
    }
    return targets;
  };
}
