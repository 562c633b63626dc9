import { type AliasEvent, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Findings } from '../findings.ts';
import { grouped, LIMITS } from '../limits.ts';
import { pointerOf } from '../pointer.ts';
import type { RuleDetails, RuleId } from '../rules.ts';
import { shortened } from '../text/quoted.ts';
import type { ArrayValue, ObjectValue, Property, TextRange, Value } from '../tree.ts';
import { hasOtherType, plainTag, type ScalarTag, scalarValue } from './plain-scalar.ts';

interface Frame {
  container: ObjectValue | ArrayValue;
  /** In an object: the key whose value comes next. */
  name: { text: string; key: TextRange; isText: boolean } | undefined;
  /** In an object: a key comes next, not a value. */
  awaitsName: boolean;
  /** The container is itself a key, which is an error: it is read and dropped. */
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
 * Builds a tree from the parser's events.
 *
 * @param options `isPart`: the text is only the start of the file, so containers that are open at its end are damaged
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
  /** Number of values in each anchored collection, itself included. */
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

  /** The events do not have the start of a document, so this searches for its `---` line. */
  #secondDocument(): void {
    const marker = /^(?:---|\.\.\.)(?=\s|$)/m;
    const rest = this.#text.slice(this.#last);
    const start = this.#last + (marker.exec(rest)?.index ?? 0);
    this.#findings.add('text/yaml-documents', { start, end: Math.min(start + 3, this.#text.length) }, '', {});
  }

  #scalar(event: ScalarEvent): void {
    const range = scalarRange(event, this.#last);
    const text = getScalarValue(this.#text, event);
    const frame = this.#stack.at(-1);
    if (frame?.awaitsName === true) {
      this.#name(frame, event, text, range);
      return;
    }
    const tag = this.#tagOf(event, event.style === SCALAR_STYLE.PLAIN ? plainTag(text) : 'str');
    let value: Value = { kind: 'unreadable', ...range };
    if (tag !== undefined && tag !== 'seq' && tag !== 'map') {
      const read = scalarValue(text, tag, range, this.#findings, () => this.#pointer());
      this.#noteOtherType(event, text, range);
      if (read === undefined) this.#report('text/yaml-tag', tagRange(event), this.#tagProblem(event));
      value = read ?? value;
    } else if (tag !== undefined) this.#report('text/yaml-tag', tagRange(event), this.#tagProblem(event));
    this.#put(value, event);
  }

  #name(frame: Frame, event: ScalarEvent, text: string, key: TextRange): void {
    const tag = this.#tagOf(event, event.style === SCALAR_STYLE.PLAIN ? plainTag(text) : 'str');
    if (text === '<<' && event.style === SCALAR_STYLE.PLAIN) this.#report('text/yaml-merge', key, {});
    else if (tag !== 'str') this.#report('text/yaml-name', key, { found: named(tag) });
    else this.#noteOtherType(event, text, key);
    this.#anchor(event, { kind: 'string', text, ...key });
    this.#last = key.end;
    frame.name = { text, key, isText: true };
    frame.awaitsName = false;
  }

  #noteOtherType({ style }: ScalarEvent, text: string, range: TextRange): void {
    if (style === SCALAR_STYLE.PLAIN && hasOtherType(text)) {
      this.#report('text/yaml-other-type', range, { found: shortened(text) });
    }
  }

  #open(event: Collection): void {
    const { start } = event;
    const isObject = event.type === EVENT_ID.MAPPING;
    const container: ObjectValue | ArrayValue = isObject
      ? { kind: 'object', properties: [], damaged: false, start, end: start }
      : { kind: 'array', items: [], start, end: start };
    const tag = this.#tagOf(event, isObject ? 'map' : 'seq');
    if (tag !== undefined && tag !== (isObject ? 'map' : 'seq')) {
      this.#report('text/yaml-tag', tagRange(event), this.#tagProblem(event));
    }
    const frame = this.#stack.at(-1);
    const isName = frame?.awaitsName === true;
    if (isName) {
      this.#report('text/yaml-name', { start, end: start + 1 }, { found: isObject ? 'an object' : 'an array' });
    } else this.#put(container, event);
    this.#last = Math.max(this.#last, start);
    if (this.#stack.length >= LIMITS.depth) {
      this.#report('text/too-deep', { start, end: start + 1 }, { limit: grouped(LIMITS.depth) });
    }
    this.#stack.push({ container, name: undefined, awaitsName: isObject, isName });
  }

  /** @param isCut whether the rest of the container was not read */
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
    const range = { start: event.anchorStart - 1, end: event.anchorEnd };
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const target = this.#anchors.get(name);
    const frame = this.#stack.at(-1);
    if (frame?.awaitsName === true) {
      const isText = target?.kind === 'string';
      if (!isText) this.#report('text/yaml-name', range, { found: 'an alias of another type' });
      frame.name = { text: isText ? target.text : '', key: range, isText };
      frame.awaitsName = false;
      return;
    }
    this.#last = range.end;
    if (target === undefined) {
      this.#report('text/yaml-alias', range, {
        name: shortened(name),
        problem: 'has no anchor',
        instead: `Put &${shortened(name)} before an earlier value.`,
      });
      this.#put({ kind: 'unreadable', ...range });
    } else if (this.#stack.some(({ container }) => container === target)) {
      this.#report('text/yaml-alias', range, {
        name: shortened(name),
        problem: 'refers to a value that contains it',
        instead: 'Write the value out.',
      });
      this.#put({ kind: 'unreadable', ...range });
    } else {
      // The expanded value counts again at each alias.
      this.#count(this.#sizeOf(target), range);
      this.#put(moved(target, range));
    }
  }

  #tagOf(event: Tagged, otherwise: ScalarTag | 'seq' | 'map'): ScalarTag | 'seq' | 'map' | undefined {
    if (event.tagStart < 0) return otherwise;
    const tag = this.#text.slice(event.tagStart, event.tagEnd);
    if (tag === '!') return event.type === EVENT_ID.SCALAR ? 'str' : otherwise;
    const known = TAGS[CORE.exec(tag)?.[1] ?? ''];
    if (known === undefined) {
      this.#report('text/yaml-tag', tagRange(event), {
        tag: shortened(tag),
        problem: 'is not a JSON type',
      });
    }
    return known;
  }

  #tagProblem(event: Tagged): RuleDetails<'text/yaml-tag'> {
    const tag = this.#text.slice(event.tagStart, event.tagEnd);
    return { tag: shortened(tag), problem: 'does not match its value' };
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
      const member: Property = { name, key, value };
      if (isText) frame.container.properties.push(member);
      else frame.container.damaged = true;
      frame.awaitsName = true;
    }
  }

  #anchor(event: Tagged, value: Value): void {
    if (event.anchorStart >= 0) this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), value);
  }

  #count(values: number, range: TextRange): void {
    const before = this.#values;
    this.#values += values;
    if (before <= LIMITS.values && this.#values > LIMITS.values) {
      this.#report(
        'text/too-many-values',
        { start: range.start, end: range.start + 1 },
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

  #report<Id extends RuleId>(rule: Id, range: TextRange, details: RuleDetails<Id>): void {
    this.#findings.add(rule, range, this.#pointer(), details);
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

/** Number of values with aliases expanded; stops above the limit. */
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
    if (part.kind === 'object') for (const member of part.properties) open.push(member.value);
  }
  return size;
}

/** The value of an alias, with the range of the alias. Inner values keep their range. */
function moved(value: Value, range: TextRange): Value {
  return { ...value, start: range.start, end: range.end };
}

/** @param last end of the previous token, which is the position of an empty value */
function scalarRange({ valueStart, valueEnd, style, tagEnd, anchorEnd }: ScalarEvent, last: number): TextRange {
  const isQuoted = style === SCALAR_STYLE.DOUBLE_QUOTED || style === SCALAR_STYLE.SINGLE_QUOTED;
  if (isQuoted) return { start: valueStart - 1, end: valueEnd + 1 };
  const start = valueStart < 0 ? Math.max(tagEnd, anchorEnd, last) : valueStart;
  return { start, end: Math.max(start, valueEnd) };
}

function tagRange({ tagStart, tagEnd }: Tagged): TextRange {
  return { start: tagStart, end: tagEnd };
}

function named(tag: ScalarTag | 'seq' | 'map' | undefined): RuleDetails<'text/yaml-name'>['found'] {
  if (tag === 'int' || tag === 'float') return 'a number';
  return tag === 'bool' ? 'a boolean' : tag === 'null' ? 'null' : 'a value of another type';
}

/** YAML reads a document of white space and comments as null. */
function isEmpty(value: Value): boolean {
  return value.kind === 'null' && value.start === value.end;
}
