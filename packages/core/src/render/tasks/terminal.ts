import { padEnd } from '../terminal/cells.ts';
import { plural } from '../terminal/numbers.ts';
import { type StyleOptions, TerminalStyle, type Tone } from '../terminal/terminal-style.ts';
import { forestsOf, type TaskNode } from './forest.ts';
import type { TaskState, TasksView, TaskView } from './model.ts';

const TONES: Readonly<Record<TaskState, Tone>> = {
  planned: 'plain',
  ready: 'mark',
  waiting: 'faint',
  ambiguous: 'warning',
  needs_person: 'warning',
  stale: 'warning',
  refused: 'warning',
  failed: 'warning',
  complete: 'plain',
  not_needed: 'faint',
};

/** Tasks as trees, one for each project, line by line. */
export function* renderTasks(view: TasksView, options: StyleOptions): Generator<string> {
  const style = new TerminalStyle(options);
  yield `${style.line('strong', style.name(view.heading))}\n`;
  const width = Math.max(0, ...view.tasks.map(({ stage }) => stage.length));
  for (const { project, roots, tasks } of forestsOf(view.tasks)) {
    yield `\n${style.line('strong', `${style.name(project)}  ${plural(tasks, 'task')}`)}\n`;
    for (const { node, lead } of walk(roots, style)) {
      yield `${style.line(TONES[node.task.state], lead + lineOf(node, width, style))}\n`;
    }
  }
  if (view.notes.length > 0) yield '\n';
  for (const note of view.notes) yield `${style.line('faint', style.name(note))}\n`;
}

function lineOf({ task, others }: TaskNode, width: number, style: TerminalStyle): string {
  const state = task.state === 'planned' ? '' : `${task.state}  `;
  const notes = [task.note === '' ? '' : style.name(task.note), othersOf(others, style)].filter((note) => note !== '');
  const rest = notes.length === 0 ? '' : `  (${notes.join('; ')})`;
  return `${padEnd(task.stage, width)}  ${state}${style.name(task.title)}  ${task.key}${rest}`;
}

function othersOf(others: readonly TaskView[], style: TerminalStyle): string {
  if (others.length === 0) return '';
  const projects = [...new Set(others.map(({ project }) => style.name(project)))];
  return `after ${plural(others.length, 'task')} of ${projects.join(', ')}`;
}

interface IndentedNode {
  node: TaskNode;
  lead: string;
}

/** Pre-order traversal with its own stack. */
function* walk(roots: readonly TaskNode[], { glyphs }: TerminalStyle): Generator<IndentedNode> {
  const stack = [{ nodes: roots, next: 0, above: '' }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const node = level.nodes[level.next++];
    if (node === undefined) {
      stack.pop();
      continue;
    }
    const isLast = level.next === level.nodes.length;
    yield { node, lead: level.above + (isLast ? glyphs.last : glyphs.branch) };
    stack.push({ nodes: node.children, next: 0, above: level.above + (isLast ? glyphs.blank : glyphs.through) });
  }
}
