import { expect, test } from 'vitest';
import type { TaskView } from './model.ts';
import { renderTasks } from './terminal.ts';

const PLAIN = { ascii: false, color: false, width: Number.POSITIVE_INFINITY };

function task(key: string, project: string, after: string[] = [], more: Partial<TaskView> = {}): TaskView {
  const [stage = ''] = key.split('-');
  return { key, stage, title: `Title of ${key}`, project, after, state: 'planned', note: '', brief: '', ...more };
}

const tasks = [
  task('design-1', 'shop'),
  task('package-1', 'shop', ['design-1']),
  task('design-2', 'shop'),
  task('verify-1', 'shop', ['package-1']),
  task('migrate-1', 'api', ['verify-1'], { state: 'waiting', note: 'verify-1 has no result' }),
  task('validate-1', 'api', ['migrate-1']),
];

const rendered = (view: Parameters<typeof renderTasks>[0], options = PLAIN) => [...renderTasks(view, options)].join('');

test('tasks are trees by project, with the tasks of other projects that come before', () => {
  expect(rendered({ heading: '6 tasks', tasks, notes: ['Skipped: 2 groups.'] })).toBe(`6 tasks

api  2 tasks
└─ migrate   waiting  Title of migrate-1  migrate-1  (verify-1 has no result; after 1 task of shop)
   └─ validate  Title of validate-1  validate-1

shop  4 tasks
├─ design    Title of design-1  design-1
│  └─ package   Title of package-1  package-1
│     └─ verify    Title of verify-1  verify-1
└─ design    Title of design-2  design-2

Skipped: 2 groups.
`);
});

test('lines are cut to the width, coloured by state, and plain ASCII on request', () => {
  const view = { heading: 'x', tasks, notes: [] };
  for (const line of rendered(view, { ...PLAIN, width: 50 }).split('\n'))
    expect([...line].length).toBeLessThanOrEqual(50);
  expect(rendered(view, { ...PLAIN, color: true })).toContain('\u001b[2m└─ migrate');
  expect(rendered(view, { ...PLAIN, ascii: true })).toMatch(/^[\n\x20-\x7e]*$/);
});

test('text of a project cannot move the cursor', () => {
  const hostile = [task('design-1', 'a\u001b[2J', [], { title: 'x\ny\u202e', note: '\u0007' })];
  expect(rendered({ heading: 'x', tasks: hostile, notes: [] })).toMatch(/^[\n\P{C}]*$/u);
});
