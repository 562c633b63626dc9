import type { IndexedGroup, Member } from './groups.ts';
import type { RealFunctions } from './real-functions.ts';
import { skeleton } from './skeleton.ts';
import { VARIANTS, type Variant } from './variants.ts';
import { COPIES, type Injected, ORIGIN, pathOfCopy } from './workspace.ts';

/** Of one function. */
export interface Finding {
  injected: Injected;
  /** The copies that are not in a group of the right kind with their original. */
  missing: Variant[];
  /** Copies with other locals that are in the body group. */
  tooMuch: boolean;
  /** Other real functions in the same group that are identical except for words. */
  twins: number;
  /** Those that do not. */
  foreign: string[];
}

const KIND_OF: Readonly<Record<Variant, IndexedGroup['kind']>> = {
  verbatim: 'function-body',
  formatted: 'function-body',
  'own-name': 'function-body',
  locals: 'function-shape',
};

/** The groups of one function and its copies. */
export function check(
  injected: Injected,
  groups: readonly IndexedGroup[],
  all: readonly Injected[],
  real: RealFunctions,
): Finding {
  const { file, print } = injected.sample;
  const isOrigin = ({ project, path, line, name }: Member) =>
    project === ORIGIN && path === file && line === print.line && name === print.name;
  const around = groups.filter(({ members }) => members.some(isOrigin));
  const holds = (variant: Variant, kind: IndexedGroup['kind']) =>
    around.some(
      (group) =>
        group.kind === kind &&
        group.members.some((it) => it.first && it.project === COPIES && it.path === pathOfCopy(injected, variant)),
    );
  const own = new Set(VARIANTS.map((variant) => pathOfCopy(injected, variant)));
  const others = around.flatMap(({ members }) =>
    members.filter((it) => !isOrigin(it) && !(it.project === COPIES && own.has(it.path) && it.first)),
  );
  const shape = skeleton(textOf(injected), injected.language);
  const foreign = others.filter((it) => skeleton(textOfMember(it, all, real), injected.language) !== shape);
  return {
    injected,
    missing: VARIANTS.filter((variant) => !holds(variant, KIND_OF[variant])),
    tooMuch: holds('locals', 'function-body'),
    twins: others.length - foreign.length,
    foreign: foreign.map(({ project, path, line, name }) => `${project}/${path}:${line} ${name}`),
  };
}

function textOf({ sample: { source, from, to } }: Injected): string {
  return source.slice(from, to);
}

/** Of a real function that was not injected, or the original of a copy. */
function textOfMember(member: Member, all: readonly Injected[], real: RealFunctions): string {
  if (member.project === ORIGIN) return real.text(member.path, member.line, member.name);
  const its = all.find((each) => VARIANTS.some((variant) => pathOfCopy(each, variant) === member.path));
  return its === undefined || !member.first ? '' : textOf(its);
}
