import type { SharedGroup, SharedGroups } from '@analyzer/core/queue/copies/read-copies.ts';
import { grouped } from '@analyzer/core/render/terminal/numbers.ts';
import { visible } from '@analyzer/core/render/visible.ts';

const ROOT_DIGITS = 12;

/** The groups that a project shares with others as terminal text. */
export function* copiesLines({ project, state, root, missing, total, groups }: SharedGroups): Generator<string> {
  const shown = groups.length < total ? `, ${grouped(groups.length)} shown` : '';
  yield `groups of functions in ${visible(project)} and other projects: ${grouped(total)}${shown}\n`;
  yield `state ${state}, root ${root.slice(0, ROOT_DIGITS)}\n`;
  if (missing > 0) yield `projects whose functions are missing: ${missing}; \`analyzer queue verify\` lists them\n`;
  for (const group of groups) yield* groupLines(group);
}

function* groupLines({ kind, id, occurrences, projects, nodes, positions }: SharedGroup): Generator<string> {
  const what = kind === 'function-body' ? 'identical' : 'identical up to renaming';
  yield `\n${id}  ${grouped(occurrences)} functions, ${what}, ${nodes} nodes, ${grouped(projects)} projects\n`;
  for (const { project, path, start_line, end_line, name } of positions) {
    yield `  ${visible(project)}  ${visible(path)}:${start_line}-${end_line}  ${visible(name)}\n`;
  }
}
