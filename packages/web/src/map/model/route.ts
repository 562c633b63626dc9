import type { MapEase } from '@analyzer/contracts/pages/map';

/**
 * The state of the map in the URL's hash, so that the back button, bookmarks and links work:
 * `#/groups?project=django&text=slug`. Items are identified by name, not by index, so that a link works in a later
 * export.
 */
export type Route =
  | { view: 'overview'; project: string; directory: string }
  | { view: 'groups'; filter: GroupFilter }
  | { view: 'group'; id: string; left: number; right: number }
  | { view: 'node'; project: string; path: string; name: string; line: number }
  | { view: 'copies' }
  | { view: 'cycles'; number: number }
  | { view: 'history' }
  | { view: 'rest' };

export interface GroupFilter {
  text: string;
  project: string;
  language: string;
  kind: '' | ListedKind;
  /** What one function for the copies needs at most. */
  ease: '' | MapEase;
  /** Least number of projects and of nodes. */
  projects: number;
  nodes: number;
  tests: boolean;
  vendored: boolean;
  generated: boolean;
  examples: boolean;
  benchmarks: boolean;
  configuration: boolean;
  small: boolean;
  data: boolean;
  sort: GroupSort;
  matrix: boolean;
}

/** Kinds of the groups in a map. */
export type ListedKind = (typeof LISTED_KINDS)[number];

export const LISTED_KINDS = ['function-body', 'function-shape', 'near', 'block', 'block-shape'] as const;

/** Also shows groups whose copies all are in such files, and groups that are small, little similar, or of types without functions. */
export const ALL_CLASSES = {
  tests: true,
  vendored: true,
  generated: true,
  examples: true,
  benchmarks: true,
  configuration: true,
  small: true,
  data: true,
} as const;

export const EASES = ['identical', 'values', 'functions'] as const satisfies readonly MapEase[];

export type GroupSort = 'listed' | 'rank' | 'copies' | 'size' | 'score' | 'ease';

export const NO_FILTER: GroupFilter = {
  text: '',
  project: '',
  language: '',
  kind: '',
  ease: '',
  projects: 1,
  nodes: 0,
  tests: false,
  vendored: false,
  generated: false,
  examples: false,
  benchmarks: false,
  configuration: false,
  small: false,
  data: false,
  sort: 'listed',
  matrix: false,
};

export const HOME: Route = { view: 'overview', project: '', directory: '' };

const SORTS: readonly GroupSort[] = ['listed', 'rank', 'copies', 'size', 'score', 'ease'];

/** Reads a hash; invalid values fall back to their default, so that an old link still opens the page. */
export function readRoute(hash: string): Route {
  const [view = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const given = new URLSearchParams(query);
  const text = (name: string): string => given.get(name) ?? '';
  switch (view) {
    case 'groups':
      return { view, filter: readFilter(given) };
    case 'group':
      return { view, id: text('id'), left: whole(text('left'), 0), right: whole(text('right'), 1) };
    case 'node':
      return { view, project: text('project'), path: text('path'), name: text('name'), line: whole(text('line'), 0) };
    case 'cycles':
      return { view, number: whole(text('number'), 1) };
    case 'copies':
    case 'history':
    case 'rest':
      return { view };
    default:
      return { view: 'overview', project: text('project'), directory: text('directory') };
  }
}

function readFilter(given: URLSearchParams): GroupFilter {
  const kind = given.get('kind');
  const ease = given.get('ease');
  const sort = given.get('sort');
  return {
    text: given.get('text') ?? '',
    project: given.get('project') ?? '',
    language: given.get('language') ?? '',
    kind: LISTED_KINDS.find((known) => known === kind) ?? '',
    ease: EASES.find((known) => known === ease) ?? '',
    projects: whole(given.get('projects'), NO_FILTER.projects),
    nodes: whole(given.get('nodes'), NO_FILTER.nodes),
    tests: given.get('tests') === 'yes',
    vendored: given.get('vendored') === 'yes',
    generated: given.get('generated') === 'yes',
    examples: given.get('examples') === 'yes',
    benchmarks: given.get('benchmarks') === 'yes',
    configuration: given.get('configuration') === 'yes',
    small: given.get('small') === 'yes',
    data: given.get('data') === 'yes',
    sort: SORTS.find((known) => known === sort) ?? NO_FILTER.sort,
    matrix: given.get('matrix') === 'yes',
  };
}

function whole(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/** The hash of a route, without values at their default. */
export function hashOf(route: Route): string {
  const query = new URLSearchParams(Object.entries(differing(route))).toString();
  return `#/${route.view}${query === '' ? '' : `?${query}`}`;
}

function differing(route: Route): Record<string, string> {
  switch (route.view) {
    case 'overview':
      return present({ project: route.project, directory: route.directory });
    case 'groups':
      return filterText(route.filter);
    case 'group':
      return present({
        id: route.id,
        left: route.left === 0 ? '' : String(route.left),
        right: route.right === 1 ? '' : String(route.right),
      });
    case 'node':
      return present({
        project: route.project,
        path: route.path,
        name: route.name,
        line: route.line === 0 ? '' : String(route.line),
      });
    case 'cycles':
      return present({ number: route.number === 1 ? '' : String(route.number) });
    case 'copies':
    case 'history':
    case 'rest':
      return {};
  }
}

function filterText(filter: GroupFilter): Record<string, string> {
  return present({
    text: filter.text,
    project: filter.project,
    language: filter.language,
    kind: filter.kind,
    ease: filter.ease,
    projects: filter.projects === NO_FILTER.projects ? '' : String(filter.projects),
    nodes: filter.nodes === NO_FILTER.nodes ? '' : String(filter.nodes),
    tests: filter.tests ? 'yes' : '',
    vendored: filter.vendored ? 'yes' : '',
    generated: filter.generated ? 'yes' : '',
    examples: filter.examples ? 'yes' : '',
    benchmarks: filter.benchmarks ? 'yes' : '',
    configuration: filter.configuration ? 'yes' : '',
    small: filter.small ? 'yes' : '',
    data: filter.data ? 'yes' : '',
    sort: filter.sort === NO_FILTER.sort ? '' : filter.sort,
    matrix: filter.matrix ? 'yes' : '',
  });
}

function present(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
