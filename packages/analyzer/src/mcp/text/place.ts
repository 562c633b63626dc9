import { isObject, type Properties } from './values.ts';

/** Where a node is, and what it is called. */
export interface Place {
  /** Empty for a project. */
  path: string;
  project: string;
  line: number | undefined;
  name: string;
  kind: string;
}

/** A node in an answer has these properties. */
export function placeOf(node: unknown): Place | undefined {
  if (!isObject(node)) return undefined;
  const { path, project, start_line: line, qualified_name: name, kind } = node;
  if (typeof path !== 'string' || typeof project !== 'string') return undefined;
  return {
    path,
    project,
    line: typeof line === 'number' ? line : undefined,
    name: typeof name === 'string' ? name : '',
    kind: typeof kind === 'string' ? kind : '',
  };
}

/** The path, with its project if that is another one than the answer is about. */
export function pathOf({ path, project }: Place, main: string): string {
  if (path === '') return project;
  return project === main ? path : `${project}: ${path}`;
}

/** `path:line name` in one line. */
export function shortPlace(place: Place, main: string): string {
  const line = place.line === undefined ? '' : `:${place.line}`;
  return `${pathOf(place, main)}${line}${place.name === '' ? '' : ` ${place.name}`}`;
}

const CLASSES = ['test', 'vendored', 'generated', 'example', 'benchmark', 'configuration'];

/** The classes of a node's file. */
export function classesOf(node: Properties): string[] {
  return CLASSES.filter((name) => node[`is_${name}`] === true);
}
