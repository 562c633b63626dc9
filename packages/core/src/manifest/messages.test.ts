import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import document from '@analyzer/contracts/schemas/contract-manifest.schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import cases from '../../../../fixtures/manifest/message-cases.json' with { type: 'json' };
import { RULES, type RuleId, ruleOf } from './rules.ts';
import { validateManifest } from './validate-manifest.ts';

type Case = (typeof cases)[number];

/** A text, or bytes in hex; `repeat` and `after` are a text and how often it stands behind what is before it. */
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

test.each(cases.map((it, index) => ({ index, ...it })))('case $index, $format', (it) => {
  expect(saidOf(it)).toEqual(it.said);
});

/** What was said of the cases, by rule: message and remedy. */
const SAID = new Map<string, string[]>();
for (const line of cases.flatMap(({ said }) => said)) {
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
