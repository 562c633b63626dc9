import { type AliasEvent, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Findings } from '../findings.ts';
import { grouped, LIMITS } from '../limits.ts';
import { pointerOf } from '../pointer.ts';
import type { RuleDetails, RuleId } from '../rules.ts';
import { shortened } from '../text/quoted.ts';
import type { ArrayValue, Member, ObjectValue, Place, Value } from '../tree.ts';
import { plainTag, type ScalarTag, scalarValue } from './plain-scalar.ts';

interface Frame {
  container: ObjectValue | ArrayValue;
  /** Of an object: the name whose value comes next. */
  name: { text: string; key: Place; isText: boolean } | undefined;
  /** Of an object: a name comes next, not a value. */
  awaitsName: boolean;
  /** The container is itself a name, which no name can be: it is read past. */
  isName: boolean;
}

const TAGS: Readonly<Record<string, ScalarTag | 'seq' | 'map'>> = {
  null: 'null',
  bool: 'bool',
  int: 'int',
  float: 'float',
  str: 'str',
  seq: 'seq',
  map: 'map',
};
const CORE = /^(?:!!|!<tag:yaml\.org,2002:)([a-z]+)>?$/;

type Collection = Extract<Event, { start: number }>;
type Tagged = Collection | ScalarEvent;

/**
 * Makes a tree of a parser's events.
 *
 * @param options `isPart`: the text is only the beginning of the file, so what is open at its end is damaged
 */
export function treeOf(
  text: string,
  events: readonly Event[],
  options: { isPart: boolean },
  findings: Findings,
): Value | undefined {
  return new TreeBuilder(text, options.isPart, findings).build(events);
}

class TreeBuilder {
  readonly #text: string;
  readonly #isPart: boolean;
  readonly #findings: Findings;
  readonly #stack: Frame[] = [];
  readonly #anchors = new Map<string, Value>();
  /** How many values each anchored collection stands for, itself included. */
  readonly #sizes = new Map<Value, number>();
  #documents = 0;
  #values = 0;
  #last = 0;
  #root: Value | undefined;

  constructor(text: string, isPart: boolean, findings: Findings) {
    this.#text = text;
    this.#isPart = isPart;
    this.#findings = findings;
  }

  build(events: readonly Event[]): Value | undefined {
    const lastRead = events.findLastIndex(({ type }) => type !== EVENT_ID.POP);
    for (const [index, event] of events.entries()) {
      if (event.type === EVENT_ID.DOCUMENT) this.#documents += 1;
      if (this.#documents > 1) {
        this.#secondDocument();
        break;
      }
      if (event.type === EVENT_ID.SCALAR) this.#scalar(event);
      else if (event.type === EVENT_ID.ALIAS) this.#alias(event);
      else if (event.type === EVENT_ID.POP) this.#close(this.#isPart && index > lastRead);
      else if (event.type !== EVENT_ID.DOCUMENT) this.#open(event);
      if (this.#findings.isFatal) break;
    }
    if (this.#root === undefined || isEmpty(this.#root)) this.#report('text/empty', { start: 0, end: 0 }, {});
    return this.#root;
  }

  /** Its own start is not in the events; a line of dashes behind what was read is. */
  #secondDocument(): void {
    const marker = /^(?:---|\.\.\.)(?=\s|$)/m;
    const rest = this.#text.slice(this.#last);
    const start = this.#last + (marker.exec(rest)?.index ?? 0);
    this.#findings.add('text/yaml-documents', { start, end: Math.min(start + 3, this.#text.length) }, '', {});
  }

  #scalar(event: ScalarEvent): void {
    const place = scalarPlace(event, this.#last);
    const text = getScalarValue(this.#text, event);
    const frame = this.#stack.at(-1);
    if (frame?.awaitsName === true) {
      this.#name(frame, event, text, place);
      return;
    }
    const tag = this.#tagOf(event, event.style === SCALAR_STYLE.PLAIN ? plainTag(text) : 'str');
    let value: Value = { kind: 'unreadable', ...place };
    if (tag !== undefined && tag !== 'seq' && tag !== 'map') {
      const read = scalarValue(text, tag, place, this.#findings, () => this.#pointer());
      if (read === undefined) this.#report('text/yaml-tag', tagPlace(event), this.#tagProblem(event));
      value = read ?? value;
    } else if (tag !== undefined) this.#report('text/yaml-tag', tagPlace(event), this.#tagProblem(event));
    this.#put(value, event);
  }

  #name(frame: Frame, event: ScalarEvent, text: string, key: Place): void {
    const tag = this.#tagOf(event, event.style === SCALAR_STYLE.PLAIN ? plainTag(text) : 'str');
    if (text === '<<' && event.style === SCALAR_STYLE.PLAIN) this.#report('text/yaml-merge', key, {});
    else if (tag !== 'str') this.#report('text/yaml-name', key, { found: named(tag) });
    this.#anchor(event, { kind: 'string', text, ...key });
    this.#last = key.end;
    frame.name = { text, key, isText: true };
    frame.awaitsName = false;
  }

  #open(event: Collection): void {
    const { start } = event;
    const isObject = event.type === EVENT_ID.MAPPING;
    const container: ObjectValue | ArrayValue = isObject
      ? { kind: 'object', members: [], damaged: false, start, end: start }
      : { kind: 'array', items: [], start, end: start };
    const tag = this.#tagOf(event, isObject ? 'map' : 'seq');
    if (tag !== undefined && tag !== (isObject ? 'map' : 'seq')) {
      this.#report('text/yaml-tag', tagPlace(event), this.#tagProblem(event));
    }
    const frame = this.#stack.at(-1);
    const isName = frame?.awaitsName === true;
    if (isName) {
      this.#report('text/yaml-name', { start, end: start + 1 }, { found: isObject ? 'an object' : 'a list' });
    } else this.#put(container, event);
    this.#last = Math.max(this.#last, start);
    if (this.#stack.length >= LIMITS.depth) {
      this.#report('text/too-deep', { start, end: start + 1 }, { limit: grouped(LIMITS.depth) });
    }
    this.#stack.push({ container, name: undefined, awaitsName: isObject, isName });
  }

  /** @param isCut the rest of it was not read */
  #close(isCut: boolean): void {
    const closed = this.#stack.pop();
    // The end of the document.
    if (closed === undefined) return;
    const { container } = closed;
    container.end = Math.max(container.start, this.#last);
    if (isCut && container.kind === 'object') container.damaged = true;
    const frame = this.#stack.at(-1);
    if (closed.isName && frame !== undefined) {
      frame.name = { text: '', key: { start: container.start, end: container.end }, isText: false };
      frame.awaitsName = false;
    }
  }

  #alias(event: AliasEvent): void {
    const place = { start: event.anchorStart - 1, end: event.anchorEnd };
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const target = this.#anchors.get(name);
    const frame = this.#stack.at(-1);
    if (frame?.awaitsName === true) {
      const isText = target?.kind === 'string';
      if (!isText) this.#report('text/yaml-name', place, { found: 'an alias of no text' });
      frame.name = { text: isText ? target.text : '', key: place, isText };
      frame.awaitsName = false;
      return;
    }
    this.#last = place.end;
    if (target === undefined) {
      this.#report('text/yaml-alias', place, {
        name: shortened(name),
        problem: 'names nothing',
        instead: `Put &${shortened(name)} before a value above.`,
      });
      this.#put({ kind: 'unreadable', ...place });
    } else if (this.#stack.some(({ container }) => container === target)) {
      this.#report('text/yaml-alias', place, {
        name: shortened(name),
        problem: 'stands in its own value',
        instead: 'Write the value out.',
      });
      this.#put({ kind: 'unreadable', ...place });
    } else {
      // What it stands for is read again wherever the alias is.
      this.#count(this.#sizeOf(target), place);
      this.#put(moved(target, place));
    }
  }

  #tagOf(event: Tagged, otherwise: ScalarTag | 'seq' | 'map'): ScalarTag | 'seq' | 'map' | undefined {
    if (event.tagStart < 0) return otherwise;
    const tag = this.#text.slice(event.tagStart, event.tagEnd);
    if (tag === '!') return event.type === EVENT_ID.SCALAR ? 'str' : otherwise;
    const known = TAGS[CORE.exec(tag)?.[1] ?? ''];
    if (known === undefined) {
      this.#report('text/yaml-tag', tagPlace(event), {
        tag: shortened(tag),
        problem: 'is for none of the types of JSON',
      });
    }
    return known;
  }

  #tagProblem(event: Tagged): RuleDetails<'text/yaml-tag'> {
    const tag = this.#text.slice(event.tagStart, event.tagEnd);
    return { tag: shortened(tag), problem: 'does not fit its value' };
  }

  #put(value: Value, event?: Tagged): void {
    if (event !== undefined) {
      this.#count(1, value);
      this.#anchor(event, value);
    }
    this.#last = Math.max(this.#last, value.end);
    const frame = this.#stack.at(-1);
    if (frame === undefined) {
      this.#root = value;
      return;
    }
    if (frame.container.kind === 'array') frame.container.items.push(value);
    else if (frame.name !== undefined) {
      const { text: name, key, isText } = frame.name;
      const member: Member = { name, key, value };
      if (isText) frame.container.members.push(member);
      else frame.container.damaged = true;
      frame.awaitsName = true;
    }
  }

  #anchor(event: Tagged, value: Value): void {
    if (event.anchorStart >= 0) this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), value);
  }

  #count(values: number, place: Place): void {
    const before = this.#values;
    this.#values += values;
    if (before <= LIMITS.values && this.#values > LIMITS.values) {
      this.#report(
        'text/too-many-values',
        { start: place.start, end: place.start + 1 },
        { limit: grouped(LIMITS.values) },
      );
    }
  }

  #sizeOf(value: Value): number {
    const known = this.#sizes.get(value);
    if (known !== undefined) return known;
    const size = sizeOf(value, LIMITS.values, (part) => this.#sizes.get(part));
    this.#sizes.set(value, size);
    return size;
  }

  #report<Id extends RuleId>(rule: Id, place: Place, details: RuleDetails<Id>): void {
    this.#findings.add(rule, place, this.#pointer(), details);
  }

  #pointer(): string {
    const steps: (string | number)[] = [];
    for (const { container, name } of this.#stack) {
      if (container.kind === 'array')
        steps.push(Math.max(0, container.items.length - (container === this.#stack.at(-1)?.container ? 0 : 1)));
      else if (name !== undefined) steps.push(name.text);
    }
    return pointerOf(steps);
  }
}

/** How many values there are, each alias counted as all it stands for; stops above the limit. */
function sizeOf(value: Value, limit: number, known: (part: Value) => number | undefined): number {
  let size = 0;
  const open = [value];
  for (let part = open.pop(); part !== undefined && size <= limit; part = open.pop()) {
    const before = known(part);
    if (before !== undefined) {
      size += before;
      continue;
    }
    size += 1;
    if (part.kind === 'array') for (const item of part.items) open.push(item);
    if (part.kind === 'object') for (const member of part.members) open.push(member.value);
  }
  return size;
}

/** What an alias stands for, at the alias's place; what is inside keeps its own. */
function moved(value: Value, place: Place): Value {
  return { ...value, start: place.start, end: place.end };
}

/** @param last end of what was read before: where nothing is written, the value stands there */
function scalarPlace({ valueStart, valueEnd, style, tagEnd, anchorEnd }: ScalarEvent, last: number): Place {
  const isQuoted = style === SCALAR_STYLE.DOUBLE_QUOTED || style === SCALAR_STYLE.SINGLE_QUOTED;
  if (isQuoted) return { start: valueStart - 1, end: valueEnd + 1 };
  const start = valueStart < 0 ? Math.max(tagEnd, anchorEnd, last) : valueStart;
  return { start, end: Math.max(start, valueEnd) };
}

function tagPlace({ tagStart, tagEnd }: Tagged): Place {
  return { start: tagStart, end: tagEnd };
}

function named(tag: ScalarTag | 'seq' | 'map' | undefined): RuleDetails<'text/yaml-name'>['found'] {
  if (tag === 'int' || tag === 'float') return 'a number';
  return tag === 'bool' ? 'a boolean' : tag === 'null' ? 'null' : 'of another type';
}

/** Nothing but blanks and comments is null to YAML. */
function isEmpty(value: Value): boolean {
  return value.kind === 'null' && value.start === value.end;
}
