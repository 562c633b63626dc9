import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import document from '@analyzer/contracts/schemas/contract-manifest.schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import cases from '../../../../fixtures/manifest/message-cases.json' with { type: 'json' };
import { RULES, type RuleId, ruleOf } from './rules.ts';
import { validateManifest } from './validate-manifest.ts';

/** What is read, part behind part, and all that is said of it. */
interface Case {
  format: string;
  text?: string;
  /** In hex, instead of all else. */
  bytes?: string;
  /** A text and how often it stands there. */
  repeat?: (string | number)[];
  end?: string;
  after?: (string | number)[];
  /** `line:column  rule  message  remedy` */
  said: string[];
}

const CASES: readonly Case[] = cases;

function sourceOf({ text = '', bytes, repeat = [], end = '', after = [] }: Case): string | Uint8Array {
  if (bytes !== undefined) return Buffer.from(bytes, 'hex');
  return `${text}${repeated(repeat)}${end}${repeated(after)}`;
}

function repeated([text = '', times = 0]: readonly (string | number)[]): string {
  return String(text).repeat(Number(times));
}

function saidOf(it: Case): string[] {
  const { findings } = validateManifest(sourceOf(it), { format: it.format === 'yaml' ? 'yaml' : 'json' });
  return findings.map(({ line, column, rule, message, remedy }) => `${line}:${column}  ${rule}  ${message}  ${remedy}`);
}

test.each(CASES.map((it, index) => ({ index, ...it })))('case $index, $format', (it) => {
  expect(saidOf(it)).toEqual(it.said);
});

interface Move {
  name: string;
  format: string;
  /** Which texts it can be done to. */
  of: RegExp;
  to: string;
  /** Where a place of the text is afterwards. */
  place(line: number, column: number): [line: number, column: number];
}

/** Tabs, line ends of three kinds and characters of two, three and four bytes before what is found. */
const MOVES: readonly Move[] = [
  {
    name: 'lines before it',
    format: 'json',
    of: /^(?=[{[1"tn])/,
    to: '\t\r\n\r \n\t',
    place: (line, column) => [line + 3, line === 1 ? column + 1 : column],
  },
  {
    name: 'a member before it',
    format: 'json',
    of: /^\{(?=["v])/,
    to: '{"x-é€😀":\t"ü",',
    place: (line, column) => [line, line === 1 && column > 1 ? column + 13 : column],
  },
  {
    name: 'comments before it',
    format: 'yaml',
    of: /^(?=[^#\n])/,
    to: '# é€😀\r\n#\t\r# \n',
    place: (line, column) => [line + 3, column],
  },
  {
    name: 'a byte order mark before it',
    format: 'yaml',
    of: /^/,
    to: '\ufeff',
    place: (line, column) => [line, column],
  },
];

test.each(MOVES)('$name moves what is found in $format, and nothing else', ({ format, of, to, place }) => {
  const moved = (line: string, column: string) => place(Number(line), Number(column));
  // What is said of the file as a whole stands at its start.
  const isWhole = (said: string) => /^1:1 {2}text\/(?:empty|no-json)/.test(said);
  const meant = CASES.filter((it) => it.format === format && of.test(it.text ?? '') && !it.said.some(isWhole));
  expect(meant.length).toBeGreaterThan(50);
  for (const it of meant) {
    const expected = it.said.map((said) =>
      said
        .replace(/^(\d+):(\d+)/, (_, line, column) => moved(line, column).join(':'))
        .replace(/line (\d+), column (\d+)/, (_, line, column) => `line ${moved(line, column).join(', column ')}`),
    );
    expect(saidOf({ ...it, text: (it.text ?? '').replace(of, to) }), it.text).toEqual(expected);
  }
});

/** What was said of the cases, by rule: message and remedy. */
const SAID = new Map<string, string[]>();
for (const line of CASES.flatMap(({ said }) => said)) {
  const [, rule = '', words = ''] = /^\d+:\d+ {2}(\S+) {2}(.*)$/s.exec(line) ?? [];
  SAID.set(rule, [...(SAID.get(rule) ?? []), words]);
}

/** As a pattern, with `{}` for any text. */
function pattern(variant: string): string {
  return variant.split('{}').map(escaped).join('.*');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Every detail of a rule with all that it can be, told apart in what is said. */
function variantsOf(id: RuleId): { detail: string; variant: string; pattern: RegExp; before: RegExp[] }[] {
  const { message, remedy, variants = {} } = ruleOf(id);
  return Object.entries(variants).flatMap(([detail, all]) =>
    all.map((variant, index) => {
      const said = (wanted: string) =>
        `${message}  ${remedy}`
          .split(/(\{\w+\})/)
          .map((part) => {
            if (part === `{${detail}}`) return pattern(wanted);
            const others = variants[/^\{(\w+)\}$/.exec(part)?.[1] ?? ''];
            if (others !== undefined) return `(?:${others.map(pattern).join('|')})`;
            return /^\{\w+\}$/.test(part) ? '.*' : escaped(part);
          })
          .join('');
      const exact = (wanted: string) => new RegExp(`^${said(wanted)}$`, 's');
      // What an exact variant says, one that begins with any text says too.
      return { detail, variant, pattern: exact(variant), before: all.slice(0, index).map(exact) };
    }),
  );
}

test('every rule has a case, and each detail of it in all that it can be', () => {
  const missing: string[] = [];
  for (const id of Object.keys(RULES)) {
    if (!isRule(id)) continue;
    const said = SAID.get(id) ?? [];
    if (said.length === 0) missing.push(id);
    for (const { detail, variant, pattern: wanted, before } of variantsOf(id)) {
      const isSaid = said.some((it) => wanted.test(it) && !before.some((other) => other.test(it)));
      if (!isSaid) missing.push(`${id}: ${detail} is ${variant}`);
    }
  }
  expect(missing).toEqual([]);
});

function isRule(id: string): id is RuleId {
  return Object.hasOwn(RULES, id);
}

test('what must be there has an example of its own', () => {
  expect(ruleOf('schema/required').variants?.name).toEqual(document.$defs.contract.required);
});

/** Messages of the parser of YAML that no file can bring about. */
const NEVER = [
  // It stands behind a check that something was read, which always holds.
  'can not read a document',
];

test('everything that the parser of YAML can say has a case', () => {
  const path = createRequire(import.meta.url)
    .resolve('js-yaml')
    .replace(/[^/]+$/, 'js-yaml.mjs');
  const parser = /\/\/#region src\/parser\/parser\.ts\n([\s\S]*?)\/\/#endregion/.exec(readFileSync(path, 'utf8'))?.[1];
  const messages = [
    ...(parser?.matchAll(/throwError\(state, (?:"([^"]+)"|`([^`]+)`)\)/g) ?? []),
    ...(parser?.matchAll(/throwAt\(input, \w+, (?:"([^"]+)")/g) ?? []),
  ].map(([, plain, template = '']) => plain ?? template.replace(/\$\{[^}]+\}/g, '{}'));
  expect(new Set(messages).size).toBeGreaterThan(40);
  const said = [...(SAID.get('text/yaml') ?? []), ...(SAID.get('text/too-deep') ?? [])];
  const missing = messages
    .filter((message) => !NEVER.includes(message) && !message.startsWith('nesting exceeded maxDepth'))
    .filter((message) => !said.some((it) => new RegExp(`^is no YAML: ${pattern(message)}  `, 's').test(it)));
  expect(missing).toEqual([]);
});
