import { jsonText } from '@analyzer/contracts';
import { visible } from '@analyzer/core/render/visible.ts';
import { factsOf, type Line, lineOf, type Surroundings, withFacts } from './item-line.ts';
import { type Place, placeOf, shortPlace } from './place.ts';
import { type Asked, type Section, sectionText, titleOf } from './section.ts';
import { isEmpty, isObject, listOf, type Properties } from './values.ts';

/** Characters of a token, on average. */
const CHARS = 4;

/** Share of the budget that source can have. */
const SOURCE_SHARE = 0.6;

/** How an answer is written. */
export interface TextOptions extends Asked {
  maxTokens: number;
  /** Lines of each list. */
  maxLines: number;
}

/**
 * An answer as text for a model, `path:line name — facts` by file. Lists share the budget: each gets a line in turn. What
 * is left out is counted, with the parameters that ask for it.
 */
export function compactText(data: object, { maxTokens, maxLines, ...asked }: TextOptions): string {
  const answer: Properties = { ...data };
  // A document of a published schema is for a program.
  if ('schema' in answer) return jsonText(data);
  const its = surroundingsOf(answer);
  const isAboutNode = Object.values(answer).some((value) => nodeOf(value) !== undefined);
  const heads = isAboutNode || its.project === '' ? [] : [`project: ${visible(its.project)}`];
  const sections: Section[] = [];
  for (const [key, value] of Object.entries(pageless(answer))) {
    const list = key === 'source' ? undefined : listOf(value);
    if (list !== undefined)
      sections.push({ key, total: list.total, lines: list.items.map((item) => oneLine(lineOf(item, its))) });
    else if (!isEmpty(value)) heads.push(headText(key, value, its, maxTokens * CHARS * SOURCE_SHARE));
  }
  const head = heads.join('\n');
  const taken = share(sections, maxTokens * CHARS - head.length, maxLines);
  const texts = sections.map((section, index) =>
    section.total === 0 ? '' : sectionText(section, taken[index] ?? 0, asked),
  );
  const none = sections.filter(({ total }) => total === 0).map(({ key }) => titleOf(key));
  return [head, ...texts, none.length === 0 ? '' : `none: ${none.join(', ')}`].filter((text) => text !== '').join('\n');
}

/** A page as one list. */
function pageless(answer: Properties): Properties {
  const { items, page, ...others } = answer;
  return page === undefined ? answer : { ...others, items: { items, page } };
}

/** Names of a project may contain line ends and other characters that are not shown. */
function oneLine({ path, text, facts }: Line): Line {
  return { path: path === undefined ? undefined : visible(path), text: visible(text), facts: visible(facts) };
}

function headText(key: string, value: unknown, its: Surroundings, chars: number): string {
  return key === 'source' && isObject(value) ? sourceText(value, chars) : visible(plainText(key, value, its));
}

function plainText(key: string, value: unknown, its: Surroundings): string {
  const place = nodeOf(value);
  if (place === undefined)
    return isObject(value) ? `${key}: ${factsOf(value, its).join(', ')}` : `${key}: ${String(value)}`;
  const line = lineOf(value, its, true);
  return `${place.kind === '' ? key : place.kind} ${line.path ?? ''}${withFacts(line)}, project ${place.project}`;
}

/** @param chars of the lines to show, at least one */
function sourceText({ status, text, doc, omitted_lines: omitted }: Properties, chars: number): string {
  if (typeof text !== 'string') return `source: ${String(status)}`;
  // The lines of a docstring are in the source.
  const isShown = typeof doc !== 'string' || text.replace(/\s+/g, ' ').includes(doc);
  const lines = text.split('\n');
  let [shown, size] = [1, lines[0]?.length ?? 0];
  for (; shown < lines.length; shown++) {
    size += 1 + (lines[shown]?.length ?? 0);
    if (size > chars) break;
  }
  const more = lines.length - shown + (typeof omitted === 'number' ? omitted : 0);
  const rest = shown < lines.length ? `\n… ${more} more lines: raise max_tokens` : `\n… ${more} more lines`;
  // The source ends only with a fence that it does not contain.
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  const written = lines.slice(0, shown).map((line) =>
    line
      .split('\t')
      .map((text) => visible(text))
      .join('\t'),
  );
  const docLines = isShown ? [] : [`doc: ${visible(doc)}`];
  return [...docLines, fence, ...written, fence].join('\n') + (more > 0 ? rest : '');
}

/** The project that an answer is about, and the names of all nodes. */
function surroundingsOf(answer: Properties): Surroundings {
  const names = new Map<string, string>();
  const project = projectOf(answer);
  const queue: unknown[] = [answer];
  for (let index = 0; index < queue.length; index++) {
    const value = queue[index];
    if (Array.isArray(value)) queue.push(...value);
    if (!isObject(value)) continue;
    const place = placeOf(value);
    if (place !== undefined && typeof value.node_id === 'string') {
      names.set(value.node_id, place.name === '' ? shortPlace(place, project) : place.name);
    }
    queue.push(...Object.values(value).filter((its) => typeof its === 'object' && its !== null));
  }
  return { project, names, subject: subjectOf(answer) };
}

/** That of its subject, or the only one; empty if there are several. */
function projectOf(answer: Properties): string {
  const subject = Object.values(answer)
    .map(nodeOf)
    .find((place) => place !== undefined);
  if (subject !== undefined) return subject.project;
  const projects = new Set<string>();
  const queue: unknown[] = [answer];
  for (const value of queue) {
    if (isObject(value) && typeof value.project === 'string' && value.project !== '') projects.add(value.project);
    if (Array.isArray(value) || isObject(value)) queue.push(...Object.values(value));
  }
  const [only, other] = projects;
  return other === undefined ? (only ?? '') : '';
}

/** The place of a node, also of one with facts about it. */
function nodeOf(value: unknown): Place | undefined {
  return placeOf(isObject(value) && isObject(value.node) ? value.node : value);
}

function subjectOf({ subject }: Properties): string {
  const node = isObject(subject) ? subject.node : undefined;
  return isObject(node) && typeof node.node_id === 'string' ? node.node_id : '';
}

/** How many lines of each section fit: each section gets one in turn. */
function share(sections: readonly Section[], chars: number, maxLines: number): number[] {
  const taken = sections.map(() => 0);
  let left = chars;
  for (let turn = 0, isOpen = true; isOpen && left > 0 && turn < maxLines; turn++) {
    isOpen = false;
    for (const [index, { lines }] of sections.entries()) {
      const line = lines[turn];
      if (line === undefined || taken[index] !== turn) continue;
      const before = lines[turn - 1];
      const size =
        line.text.length +
        (line.path === before?.path ? 3 : (line.path?.length ?? 0) + 2) +
        (line.facts === before?.facts ? 0 : line.facts.length + 3);
      if (size > left && turn > 0) continue;
      left -= size;
      taken[index] = turn + 1;
      isOpen = true;
    }
  }
  return taken;
}
