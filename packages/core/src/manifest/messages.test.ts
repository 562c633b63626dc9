import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import document from '@analyzer/contracts/schemas/contract-manifest.schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import cases from '../../../../fixtures/manifest/message-cases.json' with { type: 'json' };
import { RULES, type RuleId, ruleOf } from './rules.ts';
import { validateManifest } from './validate-manifest.ts';

/** An input, given in parts, and its expected findings. */
interface Case {
  format: string;
  text?: string;
  /** In hex; replaces the other parts. */
  bytes?: string;
  /** A string and how often it is repeated. */
  repeat?: (string | number)[];
  end?: string;
  after?: (string | number)[];
  /** `line:column  rule  message  remedy` */
  findings: string[];
}

const CASES: readonly Case[] = cases;

function sourceOf({ text = '', bytes, repeat = [], end = '', after = [] }: Case): string | Uint8Array {
  if (bytes !== undefined) return Buffer.from(bytes, 'hex');
  return `${text}${repeated(repeat)}${end}${repeated(after)}`;
}

function repeated([text = '', times = 0]: readonly (string | number)[]): string {
  return String(text).repeat(Number(times));
}

function findingsOf(it: Case): string[] {
  const { findings } = validateManifest(sourceOf(it), { format: it.format === 'yaml' ? 'yaml' : 'json' });
  return findings.map(({ line, column, rule, message, remedy }) => `${line}:${column}  ${rule}  ${message}  ${remedy}`);
}

test.each(CASES.map((it, index) => ({ index, ...it })))('case $index, $format', (it) => {
  expect(findingsOf(it)).toEqual(it.findings);
});

interface Move {
  name: string;
  format: string;
  /** Matches the inputs that can be moved. */
  of: RegExp;
  to: string;
  /** The position after the move. */
  position(line: number, column: number): [line: number, column: number];
}

/** Insert tabs, line ends of three kinds and characters of two, three and four bytes before the findings. */
const MOVES: readonly Move[] = [
  {
    name: 'empty lines',
    format: 'json',
    of: /^(?=[{[1"tn])/,
    to: '\t\r\n\r \n\t',
    position: (line, column) => [line + 3, line === 1 ? column + 1 : column],
  },
  {
    name: 'a property',
    format: 'json',
    of: /^\{(?=["v])/,
    to: '{"x-é€😀":\t"ü",',
    position: (line, column) => [line, line === 1 && column > 1 ? column + 13 : column],
  },
  {
    name: 'comments',
    format: 'yaml',
    of: /^(?=[^#\n])/,
    to: '# é€😀\r\n#\t\r# \n',
    position: (line, column) => [line + 3, column],
  },
  {
    name: 'a byte order mark',
    format: 'yaml',
    of: /^/,
    to: '\ufeff',
    position: (line, column) => [line, column],
  },
];

test.each(MOVES)('$name before the $format text moves the positions and changes no message', (move) => {
  const { format, of, to, position } = move;
  const moved = (line: string, column: string) => position(Number(line), Number(column));
  // A finding about the complete file is always at its start.
  const isAboutFile = (finding: string) => /^1:1 {2}text\/(?:empty|no-json)/.test(finding);
  const movable = CASES.filter(
    (it) => it.format === format && of.test(it.text ?? '') && !it.findings.some(isAboutFile),
  );
  expect(movable.length).toBeGreaterThan(50);
  for (const it of movable) {
    const expected = it.findings.map((finding) =>
      finding
        .replace(/^(\d+):(\d+)/, (_, line, column) => moved(line, column).join(':'))
        .replace(/line (\d+), column (\d+)/, (_, line, column) => `line ${moved(line, column).join(', column ')}`),
    );
    expect(findingsOf({ ...it, text: (it.text ?? '').replace(of, to) }), it.text).toEqual(expected);
  }
});

/** Messages with remedies of all cases, by rule. */
const MESSAGES = new Map<string, string[]>();
for (const line of CASES.flatMap(({ findings }) => findings)) {
  const [, rule = '', words = ''] = /^\d+:\d+ {2}(\S+) {2}(.*)$/s.exec(line) ?? [];
  MESSAGES.set(rule, [...(MESSAGES.get(rule) ?? []), words]);
}

/** A regular expression in which `{}` matches any text. */
function pattern(variant: string): string {
  return variant.split('{}').map(escaped).join('.*');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Every possible value of each detail of a rule, with a pattern that matches the messages with that value. */
function variantsOf(id: RuleId): { detail: string; variant: string; pattern: RegExp; before: RegExp[] }[] {
  const { message, remedy, variants = {} } = ruleOf(id);
  return Object.entries(variants).flatMap(([detail, all]) =>
    all.map((variant, index) => {
      const expected = (wanted: string) =>
        `${message}  ${remedy}`
          .split(/(\{\w+\})/)
          .map((part) => {
            if (part === `{${detail}}`) return pattern(wanted);
            const others = variants[/^\{(\w+)\}$/.exec(part)?.[1] ?? ''];
            if (others !== undefined) return `(?:${others.map(pattern).join('|')})`;
            return /^\{\w+\}$/.test(part) ? '.*' : escaped(part);
          })
          .join('');
      const exact = (wanted: string) => new RegExp(`^${expected(wanted)}$`, 's');
      // A later variant with `{}` also matches the messages of an earlier exact variant.
      return { detail, variant, pattern: exact(variant), before: all.slice(0, index).map(exact) };
    }),
  );
}

test('every rule has a case for each value of each of its details', () => {
  const missing: string[] = [];
  for (const id of Object.keys(RULES)) {
    if (!isRule(id)) continue;
    const messages = MESSAGES.get(id) ?? [];
    if (messages.length === 0) missing.push(id);
    for (const { detail, variant, pattern: wanted, before } of variantsOf(id)) {
      const isCovered = messages.some((it) => wanted.test(it) && !before.some((other) => other.test(it)));
      if (!isCovered) missing.push(`${id}: ${detail} is ${variant}`);
    }
  }
  expect(missing).toEqual([]);
});

function isRule(id: string): id is RuleId {
  return Object.hasOwn(RULES, id);
}

test('schema/required has a variant for each required property of the schema', () => {
  expect(ruleOf('schema/required').variants?.name).toEqual(document.$defs.contract.required);
});

/** Messages of the YAML parser that no file can cause. */
const NEVER = [
  // Guarded by a check that is always true.
  'can not read a document',
];

test('every message of the YAML parser has a case', () => {
  const path = createRequire(import.meta.url)
    .resolve('js-yaml')
    .replace(/[^/]+$/, 'js-yaml.mjs');
  const parser = /\/\/#region src\/parser\/parser\.ts\n([\s\S]*?)\/\/#endregion/.exec(readFileSync(path, 'utf8'))?.[1];
  const messages = [
    ...(parser?.matchAll(/throwError\(state, (?:"([^"]+)"|`([^`]+)`)\)/g) ?? []),
    ...(parser?.matchAll(/throwAt\(input, \w+, (?:"([^"]+)")/g) ?? []),
  ].map(([, plain, template = '']) => plain ?? template.replace(/\$\{[^}]+\}/g, '{}'));
  expect(new Set(messages).size).toBeGreaterThan(40);
  const found = [...(MESSAGES.get('text/yaml') ?? []), ...(MESSAGES.get('text/too-deep') ?? [])];
  const missing = messages
    .filter((message) => !NEVER.includes(message) && !message.startsWith('nesting exceeded maxDepth'))
    .filter((message) => !found.some((it) => new RegExp(`^invalid YAML: ${pattern(message)}  `, 's').test(it)));
  expect(missing).toEqual([]);
});
