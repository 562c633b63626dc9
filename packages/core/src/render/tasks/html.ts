import { hash } from 'node:crypto';
import { plural } from '../terminal/numbers.ts';
import { drawing, stateName } from './drawing.ts';
import { forestsOf } from './forest.ts';
import { htmlText } from './html-text.ts';
import { TASK_STATES, type TasksView, type TaskView } from './model.ts';
import { PAGE_STYLE } from './page-style.ts';

/** The page loads and runs nothing: only its own style is allowed. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Tasks as a page without scripts: for each project a graph and a table. */
export function* tasksPage(view: TasksView): Generator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(view.heading)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>${htmlText(view.heading)}</h1>
<ul class="legend">${legend(view.tasks)}</ul>
</header>
<main>
`;
  const projects = new Map(view.tasks.map(({ key, project }) => [key, project]));
  for (const { project } of forestsOf(view.tasks)) {
    const tasks = view.tasks.filter((task) => task.project === project);
    yield `<section>
<h2>${htmlText(project)} <small>${plural(tasks.length, 'task')}</small></h2>
<div class="graph" tabindex="0">${drawing(tasks, project)}</div>
<table>
<thead><tr><th>State</th><th>Stage</th><th>Task</th><th>After</th></tr></thead>
<tbody>
`;
    for (const task of tasks) yield row(task, projects);
    yield '</tbody>\n</table>\n</section>\n';
  }
  const notes = view.notes.map((note) => `<p>${htmlText(note)}</p>`).join('\n');
  yield `</main>\n<footer>${notes}</footer>\n</body>\n</html>\n`;
}

function legend(tasks: readonly TaskView[]): string {
  return TASK_STATES.map((state) => {
    const count = tasks.filter((task) => task.state === state).length;
    return count === 0 ? '' : `<li class="${state}">${stateName(state)} ${count}</li>`;
  }).join('');
}

function row(
  { key, state, stage, title, note, after, project, brief }: TaskView,
  projects: ReadonlyMap<string, string>,
) {
  const before = after.map((one) => {
    const its = projects.get(one);
    const name = its === undefined || its === project ? one : `${one} (${its})`;
    return its === undefined ? htmlText(name) : `<a href="#${one}">${htmlText(name)}</a>`;
  });
  return `<tr id="${key}">
<td><span class="${state}">${stateName(state)}</span></td>
<td>${htmlText(stage)}</td>
<td>${htmlText(title)}<br><code>${key}</code>${note === '' ? '' : `<p>${htmlText(note)}</p>`}${details(brief)}</td>
<td>${before.join('<br>')}</td>
</tr>
`;
}

function details(brief: string): string {
  if (brief === '') return '';
  const text = brief.split('\n').map(htmlText).join('\n');
  return `<details><summary>What is to be done</summary><pre>${text}</pre></details>`;
}
