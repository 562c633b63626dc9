import type { Discovery } from '@analyzer/core/index/discovery/discover.ts';
import type { FailedProject } from '@analyzer/core/index/index-workspace.ts';
import type { Overview, ProjectOverview } from '@analyzer/core/index/overview.ts';
import { padEnd, widthOf } from '@analyzer/core/render/terminal/cells.ts';
import { grouped, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { visible } from '@analyzer/core/render/visible.ts';

const NAMED = 10;

/** Notes besides the result: paths outside of projects, and files that could not be read. */
export function* indexNotes({ notes, without }: Discovery): Generator<string> {
  for (const note of notes) yield visible(note);
  if (without.length > 0) {
    const more = without.length > NAMED ? ` and ${without.length - NAMED} more` : '';
    yield visible(`in no project: ${without.slice(0, NAMED).join(', ')}${more}; name a folder explicitly to index it`);
  }
}

/** Projects that are not in an index, with the reason. */
export function* failedNotes(failed: readonly FailedProject[]): Generator<string> {
  for (const { label, error } of failed) {
    yield visible(`not indexed: ${label}: ${error.message}`);
    if (error.hint !== undefined) yield visible(`  ${error.hint}`);
  }
}

/** Summary of an index: a table of its projects and some sentences. */
export function* indexSummary(overview: Overview, { db, split }: { db: string; split: boolean }): Generator<string> {
  const { projects } = overview;
  const names = projects.map(({ label }) => visible(label));
  const width = Math.max(...names.map(widthOf), 'project'.length);
  yield `${padEnd('project', width)} ${HEADS.map((head) => head.padStart(CELL)).join('')}\n`;
  for (const [index, project] of projects.entries()) {
    yield `${padEnd(names[index] ?? '', width)} ${cells(project).join('')}\n`;
  }
  yield '\n';
  const { groups, cross_project_groups: shared, lines, repeated_lines: repeated } = overview;
  yield `${plural(groups, 'group')} of identical functions or functions identical up to renaming, ${grouped(shared)} across projects; `;
  yield `${share(repeated, lines)} of ${plural(lines, 'line')} repeated.\n`;
  yield* projectNotes(projects, split);
  yield `Index: ${visible(db)}, snapshot ${overview.snapshot_id.slice(0, 12)}.\n`;
}

/** Incompletely analyzed files, and declared workspaces unless they were split off. */
export function* projectNotes(projects: readonly ProjectOverview[], split: boolean): Generator<string> {
  yield* incomplete(projects);
  if (!split) yield* workspaces(projects);
}

const HEADS = ['files', 'lines', 'functions', 'repeated', 'shared'];
const CELL = 11;

function cells({ files, lines, functions, repeated_lines, shared_groups }: ProjectOverview): string[] {
  const texts = [
    grouped(files),
    grouped(lines),
    grouped(functions),
    share(repeated_lines, lines),
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
