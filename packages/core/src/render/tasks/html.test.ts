import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { tasksPage } from './html.ts';
import { layoutOf } from './layout.ts';
import { TASK_STATES, type TaskView } from './model.ts';

function task(key: string, project: string, after: string[] = [], more: Partial<TaskView> = {}): TaskView {
  const [stage = ''] = key.split('-');
  return { key, stage, title: `Title of ${key}`, project, after, state: 'planned', note: '', brief: '', ...more };
}

const pageOf = (tasks: readonly TaskView[]) => [...tasksPage({ heading: 'Plan', tasks, notes: ['A note.'] })].join('');

test('a project has a graph and a table, and each task a link from one to the other', () => {
  const page = pageOf([
    task('design-1', 'shop'),
    task('package-1', 'shop', ['design-1']),
    task('migrate-1', 'api', ['package-1'], { state: 'waiting', note: 'for package-1', brief: 'Line 1\nLine 2' }),
  ]);
  expect(page.match(/<svg /g)).toHaveLength(2);
  expect(page.match(/class="arrow"/g)).toHaveLength(1);
  for (const key of ['design-1', 'package-1', 'migrate-1']) {
    expect(page).toContain(`<a href="#${key}" class=`);
    expect(page).toContain(`<tr id="${key}">`);
  }
  expect(page).toContain('<a href="#package-1">package-1 (shop)</a>');
  expect(page).toContain('<pre>Line 1\nLine 2</pre>');
  expect(page).toContain('<li class="waiting">waiting 1</li>');
  expect(page).toContain('<p>A note.</p>');
});

test('the page has no script, and its policy allows only its style', () => {
  const page = pageOf(TASK_STATES.map((state, index) => task(`design-${index}`, 'shop', [], { state })));
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  expect(page).toContain(`default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'`);
  expect(page).not.toMatch(/<script|\sstyle=|url\(|https?:/);
  for (const state of TASK_STATES) if (state !== 'planned') expect(style).toContain(`.${state}`);
});

test('text of a project does not become markup and does not change its direction', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&\u202e';
  const page = pageOf([task('design-1', hostile, [], { title: hostile, note: hostile, brief: `</pre>${hostile}` })]);
  expect(page).not.toContain('<img');
  expect(page).not.toContain('\u202e');
  expect(page.match(/<\/pre>/g)).toHaveLength(1);
});

test('a task is to the right of those before it, and no two tasks are at the same position', () => {
  const tasks = [
    task('design-1', 'shop'),
    task('design-2', 'shop'),
    task('package-1', 'shop', ['design-1']),
    task('package-2', 'shop', ['design-2']),
    task('migrate-1', 'shop', ['package-1', 'package-2']),
    task('migrate-2', 'shop', ['absent']),
  ];
  const { tasks: placed, arrows, columns, rows } = layoutOf(tasks);
  expect(placed.map(({ column, row }) => [column, row])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
    [2, 0],
    [0, 2],
  ]);
  expect({ columns, rows, arrows: arrows.length }).toEqual({ columns: 3, rows: 3, arrows: 4 });
  expect(layoutOf([])).toEqual({ tasks: [], arrows: [], columns: 0, rows: 0 });
});
