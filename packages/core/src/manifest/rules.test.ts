import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import { RULES, type RuleId, ruleOf } from './rules.ts';
import { type ManifestFormat, validateManifest } from './validate-manifest.ts';

const path = fileURLToPath(new URL('../../../../docs/specifications/manifest-rules.md', import.meta.url));
const page = readFileSync(path, 'utf8');

/** Input that Markdown cannot show. */
const UNSHOWN: Partial<Record<RuleId, string | Uint8Array>> = {
  'text/too-large': ' '.repeat(LIMITS.json + 1),
  'text/too-deep': '['.repeat(LIMITS.depth + 1),
  'text/not-text': Buffer.from('{}', 'utf16le'),
  'text/encoding': Buffer.from('{"x-a": "caf\u00e9"}', 'latin1'),
  'text/byte-order-mark': '\ufeff{}',
};

/** Seven lists of ten aliases each: ten million values. */
const MANY = Array.from(
  { length: 7 },
  (_, n) => `x-${n}: &a${n} [${Array(10).fill(n === 0 ? 1 : `*a${n - 1}`)}]\n`,
).join('');

/** `npx vitest run … -u` rewrites the page. */
test('docs/specifications/manifest-rules.md shows the exact findings of each example', async () => {
  const sections = page.split(/^(?=### )/m).map(withMessages);
  await expect(sections.join('')).toMatchFileSnapshot(path);
});

function withMessages(section: string): string {
  const id = Object.keys(RULES).find((name): name is RuleId => section.startsWith(`### ${name}\n`));
  if (id === undefined) return section;
  const [hidden, format]: [string | Uint8Array | undefined, ManifestFormat] =
    id === 'text/too-many-values' ? [MANY, 'yaml'] : [UNSHOWN[id], 'json'];
  if (hidden !== undefined) return section.replace(/(?<=^```text\n)[^`]*(?=^```$)/m, messages(id, hidden, format));
  return section.replace(
    /^```(json|yaml)\n([\s\S]*?)\n```\n\n```text\n[\s\S]*?^```$/gm,
    (_, written: string, text: string) =>
      `\`\`\`${written}\n${text}\n\`\`\`\n\n\`\`\`text\n${messages(id, text, written === 'yaml' ? 'yaml' : 'json')}\`\`\``,
  );
}

function messages(id: RuleId, source: string | Uint8Array, format: ManifestFormat): string {
  const found = validateManifest(source, { format }).findings.filter(({ rule }) => rule === id);
  expect(found.length, `${id} in its example`).toBeGreaterThan(0);
  return found.map(({ line, column, message, remedy }) => `${line}:${column}  ${message}\n     ${remedy}\n`).join('');
}

test('docs/specifications/manifest-rules.md lists exactly the rules, in order, with their severity', () => {
  const documented = [...page.matchAll(/^### (\S+)\n\n(\w+)\./gm)].map(([, id, severity = '']) => [
    id,
    severity.toLowerCase(),
  ]);
  const ids = Object.keys(RULES).filter((id): id is RuleId => id in RULES);
  expect(documented).toEqual(ids.map((id) => [id, ruleOf(id).severity]));
  const sections = page.split(/^### /m).slice(1);
  expect(sections.filter((section) => !section.includes('```text\n')).map((section) => section.split('\n')[0])).toEqual(
    [],
  );
});

test('docs/specifications/manifest-rules.md has no unfilled placeholder', () => {
  expect(page).not.toMatch(/\{\w+\}/);
});
