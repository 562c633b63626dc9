import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { TasksView } from '@analyzer/core/render/tasks/model.ts';
import { plural } from '@analyzer/core/render/terminal/numbers.ts';

const REASONS: Readonly<Record<string, string>> = {
  shape: 'similar or renamed functions, excluded by --no-include-shape',
  blocks: 'repeated blocks, included by --include-blocks',
  vendored: 'in vendored files',
  generated: 'in generated files',
  tests: 'in tests, included by --include-tests',
  unusable_name: 'with names that no ticket can contain',
  max_groups: 'after the first families, see --max-groups',
  examples: 'in examples, benchmarks and configuration',
  one_file: 'in one file, where a function next to the copies replaces them, see draft',
  small: 'of which few lines would go',
  unrelated_names: 'of functions whose names have nothing in common',
  hard: 'that differ too much for one function',
  overlap: 'that overlap those of the plan',
  types_only: 'of types alone',
  other_libraries: 'of other libraries, after the best ones',
};

/** The tasks of a plan as they are shown. */
export function planView({ tasks, families, packages, skipped, snapshot_id: snapshot }: ExtractionPlanV1): TasksView {
  const projects = new Set(tasks.map(({ project }) => project)).size;
  const figures = [
    plural(families.length, 'family', 'families'),
    plural(packages.length, 'package'),
    `${plural(tasks.length, 'task')} in ${plural(projects, 'project')}`,
  ];
  return {
    heading: `Plan of snapshot ${snapshot.slice(0, 12)}: ${figures.join(', ')}`,
    tasks: tasks.map(({ task_key: key, stage, title, project, after, brief }) => {
      return { key, stage, title, project, after, brief, state: 'planned', note: '' };
    }),
    notes: skippedNotes({ skipped }),
  };
}

export function skippedNotes({ skipped }: Pick<ExtractionPlanV1, 'skipped'>): string[] {
  return Object.entries(skipped).map(
    ([reason, groups]) => `Skipped: ${plural(groups, 'group')} ${REASONS[reason] ?? reason}.`,
  );
}
