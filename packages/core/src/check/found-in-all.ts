import { problemsInAll } from './contracts.ts';
import type { Check, ElsewhereFinding } from './model.ts';

/**
 * The findings of a check that are findings of other checks of the same scan too, as during a merge, where a copy that one
 * of the parents has is not new.
 */
export function foundInAll(check: Check, others: readonly Check[]): Check {
  const all = others.map(idsOf);
  const isInAll = (id: string) => all.every((ids) => ids.has(id));
  return {
    ...check,
    groups: check.groups.filter(({ family }) => isInAll(family.id)),
    cycles: check.cycles.filter(({ id }) => isInAll(id)),
    ...(check.missed && {
      missed: { ...check.missed, edits: check.missed.edits.filter(({ id }) => others.every((it) => hasEdit(it, id))) },
    }),
    ...(check.elsewhere && {
      elsewhere: check.elsewhere.filter((finding) =>
        others.every(({ elsewhere = [] }) => elsewhere.some((its) => isSame(its, finding))),
      ),
    }),
    ...(check.drift && {
      drift: { ...check.drift, files: check.drift.files.filter(({ id }) => others.every((it) => hasDrift(it, id))) },
    }),
    ...(check.contracts && {
      contracts: problemsInAll(
        check.contracts,
        others.flatMap(({ contracts = [] }) => contracts),
      ),
    }),
  };
}

function hasEdit({ missed }: Check, id: string): boolean {
  return missed?.edits.some((it) => it.id === id) === true;
}

function isSame(a: ElsewhereFinding, b: ElsewhereFinding): boolean {
  return a.path === b.path && a.qualified_name === b.qualified_name && a.start_line === b.start_line;
}

function hasDrift({ drift }: Check, id: string): boolean {
  return drift?.files.some((it) => it.id === id) === true;
}

/** Also those that are part of another finding. */
function idsOf({ groups, cycles, contained, covered }: Check): ReadonlySet<string> {
  const families = [...groups.map(({ family }) => family), ...contained, ...[...covered.values()].flat()];
  return new Set([...families, ...cycles].map(({ id }) => id));
}
