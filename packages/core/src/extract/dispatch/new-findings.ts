import type { NamedCopy } from '../result/subjects.ts';
import type { AttemptFindings } from '../state/model.ts';

/** A declaration of a project. */
export interface NamedPlace {
  path: string;
  /** Empty for a block outside of declarations. */
  name: string;
  line: number;
  end: number;
}

/** What a project has that it did not have at a commit. */
export interface ProjectChange {
  /** New groups of copies, and groups that grew. */
  copies: { fresh: NamedPlace[]; all: NamedPlace[] }[];
  /** New import cycles. */
  cycles: { files: string[] }[];
  /** Imports of names that their files declared then, and do not have now. */
  broken: { path: string; line: number; name: string; from: string }[];
}

/** Scans a project now and at a commit. */
export type ScanSince = (
  project: string,
  commit: string,
  signal?: AbortSignal,
) => Promise<ProjectChange | { problem: string }>;

const MAX_ITEMS = 100;
const MAX_NAMED = 3;

/**
 * The findings that a task caused: those in the files that it changed, without the copies that the plan is about.
 *
 * @param changed files that the task changed
 * @param planned copies of the plan in the project
 */
export function findingsOf(
  change: ProjectChange,
  changed: ReadonlySet<string>,
  planned: readonly NamedCopy['occurrence'][],
): AttemptFindings {
  const isPlanned = ({ path, name, line, end }: NamedPlace): boolean =>
    planned.some((copy) => {
      const overlaps = copy.start_line <= end && copy.end_line >= line;
      return copy.path === path && (name === '' ? overlaps : copy.qualified_name === name);
    });
  const copies = change.copies.flatMap(({ fresh, all }): AttemptFindings['items'] => {
    const [first] = fresh.filter(({ path }) => changed.has(path));
    if (first === undefined || all.some(isPlanned)) return [];
    const others = all.filter((one) => one !== first).slice(0, MAX_NAMED);
    const message = `${nameOf(first)} is a new copy of ${others.map((one) => `${nameOf(one)} in ${one.path}`).join(', ')}`;
    return [{ kind: 'copy', path: first.path, line: first.line, message }];
  });
  const cycles = change.cycles.flatMap(({ files }): AttemptFindings['items'] => {
    const path = files.find((one) => changed.has(one));
    return path === undefined
      ? []
      : [
          {
            kind: 'cycle',
            path,
            line: null,
            message: `a new import cycle: ${files.slice(0, MAX_NAMED * 2).join(', ')}`,
          },
        ];
  });
  const broken = change.broken
    .filter(({ from }) => changed.has(from))
    .map(({ path, line, name, from }) => ({
      kind: 'import' as const,
      path,
      line,
      message: `it imports ${name} from ${from}, which does not declare it any more`,
    }));
  return { problem: null, items: [...broken, ...cycles, ...copies].slice(0, MAX_ITEMS) };
}

function nameOf({ name }: NamedPlace): string {
  return name === '' ? 'a block' : name;
}
