import { classesOf, type Place, pathOf, placeOf, shortPlace } from './place.ts';
import { cut, isEmpty, isObject, leanJson, listOf, type Properties, plural } from './values.ts';

/** A line about one item; lines with the same path are shown together. */
export interface Line {
  path: string | undefined;
  /** After the path: `:line name`. */
  text: string;
  /** After the text; lines with the same facts are shown together. */
  facts: string;
}

/** What lines of an answer need to know about all of it. */
export interface Surroundings {
  /** The project that most of the answer is about. */
  project: string;
  /** Names of nodes by `node_id`. */
  names: ReadonlyMap<string, string>;
  /** `node_id` of the subject of the answer; empty for none. */
  subject: string;
}

/** Values that explain themselves, without their key. */
const PLAIN = new Set([
  'kind',
  'match',
  'via',
  'state',
  'callee',
  'group_id',
  'change',
  'text',
  'inner',
  'label',
  'status',
  'role',
  'specifier',
]);
const OMITTED = new Set(['node', 'node_id', 'start_line', 'qualified_name', 'language', 'sha256']);

/** Kinds of nodes that a name suggests. */
const USUAL = new Set(['function', 'method', 'file', 'project']);

/** Said by other properties. */
const REDUNDANT = new Set(['tests_only', 'vendored_only', 'project_labels', 'reason', 'score', 'matched_in']);

/** Keys of numbers that say nothing if they are 0. */
const COUNTS = /^(?:more_\w+|copies|elsewhere|same|edited|only_(?:left|right))$/;

const MAX_LIST = 6;
/** Of names, such as those of an import. */
const MAX_NAMES = 20;
const MAX_NAME = 32;
const MAX_EDGES = 3;
const MAX_VALUE = 160;

/** @param isKindSaid whether the text before the line names its kind */
export function lineOf(item: unknown, its: Surroundings, isKindSaid = false): Line {
  if (!isObject(item)) return withoutPlace(valueText('', item, its));
  const { a, b, ...both } = item;
  if (isObject(a) && isObject(b)) return lineOf({ node: a, and: b, ...both }, its);
  const node = isObject(item.node) ? item.node : item;
  const place = placeOf(node);
  if (place === undefined) return withoutPlace(plainText(item, its));
  const at = typeof item.line === 'number' ? item.line : undefined;
  if (typeof item.callee === 'string') return callLine(item.callee, at, { node, place, state: item.state }, its);
  const range = rangeOf(item.range);
  const ownLine = range?.lines ?? place.line ?? at;
  const isUsual = isKindSaid || USUAL.has(place.kind);
  const { parameters, returns, line, sites, range: _, ...others } = item;
  const facts = [
    ...(node === item || isUsual ? [] : [place.kind]),
    ...(typeof line === 'number' && line !== ownLine ? [`line ${line}`] : []),
    ...(typeof sites === 'number' && sites > 1 ? [`×${sites}`] : []),
    ...factsOf(node === item ? { kind: isUsual ? '' : place.kind } : others, its),
    ...classesOf(node),
  ];
  const isCallable = place.kind === 'function' || place.kind === 'method';
  const name = range?.name ?? `${place.name}${isCallable ? signatureText(parameters, returns) : ''}`;
  return {
    path: pathOf(place, its.project),
    text: `${ownLine === undefined ? '' : `:${ownLine}`}${name === '' ? '' : ` ${name}`}`,
    facts: facts.join(', '),
  };
}

/** A line with its facts, without its path. */
export function withFacts({ text, facts }: Pick<Line, 'text' | 'facts'>): string {
  return facts === '' ? text : `${text} — ${facts}`;
}

function withoutPlace(text: string): Line {
  return { path: undefined, text, facts: '' };
}

/** Lines of a file that are an item, such as a block or the callback of a test. */
function rangeOf(range: unknown): { lines: string; name: string } | undefined {
  if (!isObject(range) || typeof range.start_line !== 'number' || typeof range.end_line !== 'number') return undefined;
  return { lines: `${range.start_line}-${range.end_line}`, name: typeof range.name === 'string' ? range.name : '' };
}

function plainText(item: Properties, its: Surroundings): string {
  return (
    stepText(item) ??
    changeText(item) ??
    dependencyText(item, its) ??
    groupText(item, its) ??
    plainFacts(item, its).join(', ')
  );
}

/** What imports what, with the first imports. */
function dependencyText({ from, to, files, imports, edges }: Properties, its: Surroundings): string | undefined {
  if (!isObject(from) || !isObject(to) || typeof imports !== 'number') return undefined;
  const [importing, imported] = [unitText(from, its.project), unitText(to, its.project)];
  if (importing === undefined || imported === undefined) return undefined;
  const listed = (Array.isArray(edges) ? edges : []).slice(0, MAX_EDGES).filter(isObject);
  // Imports of an outside package lead to its name.
  const texts = listed.map((edge) => stepText(edge.target === to.name ? { ...edge, target: undefined } : edge));
  const inFiles = typeof files === 'number' ? ` in ${plural(files, 'file')}` : '';
  const counts = `${plural(imports, 'import')}${inFiles}`;
  const more = imports > texts.length && texts.length > 0 ? ' …' : '';
  return `${importing} → ${imported} — ${counts}${texts.length === 0 ? '' : `: ${texts.join('; ')}`}${more}`;
}

/** A group of copies with its places. */
function groupText({ places, ...group }: Properties, its: Surroundings): string | undefined {
  const list = listOf(places);
  const { group_id: id, kind, occurrences } = group;
  if (list === undefined || list.total === 0 || typeof id !== 'string' || typeof occurrences !== 'number')
    return undefined;
  // The places say the names, the language and the classes of most groups.
  const { group_id, kind: _, occurrences: __, language, names, classes, projects, ...others } = group;
  const facts = [
    ...(typeof projects === 'number' && projects > 1 ? [`${projects} projects`] : []),
    ...factsOf(others, its),
  ];
  const shown = listText(list.items, occurrences, its);
  return `${id} ${String(kind)} — ${[`${occurrences} copies`, ...facts].join(', ')}: ${shown}`;
}

/** An import, or a step of a cycle: a line of a file, and the file that it leads to. */
function stepText({ path, line, target, specifier }: Properties): string | undefined {
  if (typeof path !== 'string' || typeof line !== 'number' || specifier !== undefined) return undefined;
  return `${path}:${line}${typeof target === 'string' ? ` → ${target}` : ''}`;
}

/** An aligned change: the lines of both sides, and the tokens. */
function changeText({ line, own_line: ownLine, removed, added }: Properties): string | undefined {
  if (typeof line !== 'number' || typeof ownLine !== 'number') return undefined;
  const sides = [
    ...(isEmpty(removed) ? [] : [`-${cut(String(removed), MAX_VALUE)}`]),
    ...(isEmpty(added) ? [] : [`+${cut(String(added), MAX_VALUE)}`]),
  ];
  return `${line}/${ownLine} ${sides.join(' ')}`;
}

/** A project, package or folder. */
function unitText({ project, name, external, ...others }: Properties, main: string): string | undefined {
  if (external === true && typeof name === 'string' && isEmpty(project)) return `${name} (external)`;
  if (typeof project !== 'string' || typeof name !== 'string' || Object.keys(others).length > 0) return undefined;
  if (name === '') return project;
  return project === main ? name : `${project}: ${name}`;
}

/** A call without a target: where it is, as written, and what calls it, if that is not the subject. */
function callLine(
  callee: string,
  line: number | undefined,
  { node, place, state }: { node: Properties; place: Place; state: unknown },
  its: Surroundings,
): Line {
  const caller = place.name === '' || node.node_id === its.subject ? '' : ` in ${place.name}`;
  const facts = [...(state === 'external' ? ['external'] : []), ...classesOf(node)];
  return { path: pathOf(place, its.project), text: `:${line ?? 1} ${callee}${caller}`, facts: facts.join(', ') };
}

function signatureText(parameters: unknown, returns: unknown): string {
  if (!Array.isArray(parameters)) return '';
  return `(${cut(parameters.join(', '), MAX_VALUE)})${typeof returns === 'string' ? `: ${cut(returns, MAX_VALUE)}` : ''}`;
}

/** The facts of an item without a place: its language is one of them. */
function plainFacts({ language, ...others }: Properties, its: Surroundings): string[] {
  return [...(typeof language === 'string' ? [language] : []), ...factsOf(others, its)];
}

/** The facts of an item, without what its place says. */
export function factsOf(item: Properties, its: Surroundings): string[] {
  const { from, to } = item;
  const isEdge = typeof from === 'string' && typeof to === 'string';
  const ends = isEdge ? [`${its.names.get(from) ?? from} → ${its.names.get(to) ?? to}`] : [];
  return [
    ...ends,
    ...Object.entries(item).flatMap(([key, value]) => {
      if (isEmpty(value) || OMITTED.has(key) || (isEdge && (key === 'from' || key === 'to'))) return [];
      if (REDUNDANT.has(key) || listOf(value)?.total === 0 || (value === 0 && COUNTS.test(key))) return [];
      if (key === 'match' && value === 'identical' && item.similarity === 1000) return [];
      if (value === 'resolved' || /^is_/.test(key) || (key === 'project' && value === its.project)) return [];
      return [factText(key, value, its)];
    }),
  ];
}

function factText(key: string, value: unknown, its: Surroundings): string {
  const label = key.replaceAll('_', ' ');
  if (value === true) return label;
  if (key === 'path') return `→ ${valueText(key, value, its)}`;
  const text = valueText(key, value, its);
  return PLAIN.has(key) ? text : `${label} ${text}`;
}

function valueText(key: string, value: unknown, its: Surroundings): string {
  if (key === 'similarity' && typeof value === 'number') return (value / 1000).toFixed(3);
  if (
    isObject(value) &&
    typeof value.start_line === 'number' &&
    typeof value.end_line === 'number' &&
    !('path' in value)
  ) {
    return `${value.start_line}-${value.end_line}`;
  }
  const place = placeOf(value);
  if (place !== undefined) return shortPlace(place, its.project);
  const list = listOf(value);
  if (list !== undefined) return listText(list.items, list.total, its);
  if (typeof value === 'string') return cut(its.names.get(value) ?? value, MAX_VALUE);
  return isObject(value) ? (unitText(value, its.project) ?? leanJson(value)) : String(value);
}

function listText(items: readonly unknown[], total: number, its: Surroundings): string {
  const most = items.every((item) => typeof item === 'string' && item.length <= MAX_NAME) ? MAX_NAMES : MAX_LIST;
  const shown = items.slice(0, most).map((item) => {
    const line = lineOf(item, its);
    return `${line.path ?? ''}${withFacts(line)}`;
  });
  const more = total - shown.length;
  return `${shown.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}
