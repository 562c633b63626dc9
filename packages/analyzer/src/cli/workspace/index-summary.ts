import type { Discovery } from '@analyzer/core/discovery/discover.ts';
import type { Origin } from '@analyzer/core/discovery/origin.ts';
import type { FailedProject } from '@analyzer/core/index/index-workspace.ts';
import type { Overview, ProjectOverview } from '@analyzer/core/index/overview.ts';
import { padEnd, widthOf } from '@analyzer/core/render/terminal/cells.ts';
import { grouped, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { visible } from '@analyzer/core/render/visible.ts';

const NAMED = 10;

/** Unreadable project descriptions. */
export function* indexNotes({ notes }: Discovery): Generator<string> {
  for (const note of notes) yield visible(note);
}

/** Projects that are not in an index, with the reason. */
export function* failedNotes(failed: readonly FailedProject[]): Generator<string> {
  for (const { label, error } of failed) {
    yield visible(`not indexed: ${label}: ${error.message}`);
    if (error.hint !== undefined) yield visible(`  ${error.hint}`);
  }
}

export interface SummaryContext {
  db: string;
  /** Whether declared workspaces are projects. */
  split: boolean;
  origins: readonly Origin[];
}

/** Summary of an index: a table of its projects and some sentences. */
export function* indexSummary(overview: Overview, { db, split, origins }: SummaryContext): Generator<string> {
  const { projects } = overview;
  const names = projects.map(({ label }) => visible(label));
  const width = Math.max(...names.map(widthOf), 'project'.length);
  yield `${padEnd('project', width)} ${HEADS.map((head) => head.padStart(CELL)).join('')}\n`;
  for (const [index, project] of projects.entries()) {
    yield `${padEnd(names[index] ?? '', width)} ${cells(project).join('')}\n`;
  }
  yield '\n';
  const { groups, cross_project_groups: shared, product } = overview;
  yield `${plural(groups, 'group')} of copies, ${grouped(shared)} across projects; `;
  const { copied, lines } = product;
  yield `${share(copied, lines)} of ${plural(lines, 'line')} of product code in copies that lists show.\n`;
  if (overview.full_files > 0) {
    const further = `${grouped(overview.runs_left_out)} further occurrences are left out`;
    yield `Not all: of ${plural(overview.full_files, 'file')} only the largest repeated runs are compared; ${further}.\n`;
  }
  yield* projectNotes(projects, split, origins);
  yield* historyNotes(overview.history);
  yield `Index: ${visible(db)}, snapshot ${overview.snapshot_id.slice(0, 12)}, root ${overview.root.slice(0, 12)}.\n`;
}

/** What the history of the projects gave, and whose history was not read. */
function* historyNotes(history: Overview['history']): Generator<string> {
  if (history === undefined) return;
  const { groups, missed, without, shallow } = history;
  yield `History: ages of the copies of ${plural(groups, 'group')}; ${plural(missed, 'change')} missed a copy.\n`;
  const inNone = without.filter(({ state }) => state === 'no-history').map(({ label }) => label);
  const unreadable = without.filter(({ state }) => state === 'unreadable').map(({ label }) => label);
  yield* namedNote('Not in the last commit of a git repository', inNone);
  yield* namedNote('Git could not read the history', unreadable);
  yield* namedNote('In a shallow clone, which lacks older commits', shallow);
}

function* namedNote(what: string, labels: readonly string[]): Generator<string> {
  if (labels.length === 0) return;
  const more = labels.length > NAMED ? ` and ${labels.length - NAMED} more` : '';
  yield `${what}: ${labels
    .slice(0, NAMED)
    .map((label) => visible(label))
    .join(', ')}${more}.\n`;
}

/** How projects were found, incompletely analyzed files, and declared workspaces unless they were split off. */
export function* projectNotes(
  projects: readonly ProjectOverview[],
  split: boolean,
  origins: readonly Origin[],
): Generator<string> {
  for (const origin of origins) yield `Projects: ${visible(originOf(origin))}.\n`;
  yield* incomplete(projects);
  if (!split) yield* workspaces(projects);
}

function originOf(origin: Origin): string {
  switch (origin.how) {
    case 'named': {
      const [first, ...others] = origin.paths;
      return others.length === 0 ? `${first} is one project` : `each of the ${origin.paths.length} folders is one`;
    }
    case 'root':
      return `${origin.path} is one project because it contains ${origin.marker}`;
    case 'unmarked':
      return `${origin.path} is one project; no marker of a project, such as package.json, is in it`;
    case 'search': {
      const { path, projects, remainder } = origin;
      const found = `${plural(projects, 'project')} found in ${path} by markers such as package.json`;
      return remainder === undefined ? found : `${found}; ${remainder} has the files outside of them`;
    }
    case 'file':
      return `${plural(origin.projects, 'project')} listed in ${origin.path}`;
  }
}

const HEADS = ['files', 'lines', 'functions', 'copied', 'shared'];
const CELL = 11;

function cells({ files, lines, functions, product, shared_groups }: ProjectOverview): string[] {
  const texts = [
    grouped(files),
    grouped(lines),
    grouped(functions),
    share(product.copied, product.lines),
    grouped(shared_groups),
  ];
  return texts.map((text) => text.padStart(CELL));
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((part / whole) * 100).toFixed(1)} %`;
}

function* incomplete(projects: readonly ProjectOverview[]): Generator<string> {
  const counts = new Map<string, number>();
  for (const { status, n } of projects.flatMap((project) => project.incomplete)) {
    counts.set(status, (counts.get(status) ?? 0) + n);
  }
  if (counts.size === 0) return;
  yield `Not completely analyzed: ${[...counts].map(([status, n]) => `${status} ${grouped(n)}`).join(', ')}.\n`;
}

function* workspaces(projects: readonly ProjectOverview[]): Generator<string> {
  const declaring = projects.filter((project) => project.workspaces > 0);
  if (declaring.length === 0) return;
  const named = declaring.slice(0, NAMED).map(({ label, workspaces: n }) => `${visible(label)} (${n})`);
  const more = declaring.length > NAMED ? ` and ${declaring.length - NAMED} more` : '';
  yield `Declared workspaces: ${named.join(', ')}${more}; --split-workspaces makes each a project.\n`;
}
