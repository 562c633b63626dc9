import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { decodeElementBlock } from '../../elements/element-block.ts';
import { FORMER_FINGERPRINT } from '../../versions.ts';
import { formerLanguages } from '../languages.ts';
import { PortableParser } from '../parse.ts';

const grammars = fileURLToPath(new URL('../../../../../../languages/grammars', import.meta.url));
const LANGUAGES = ['javascript', 'typescript', 'php'];
const [parser, former] = [
  await PortableParser.load(LANGUAGES, grammars),
  await PortableParser.load(LANGUAGES, grammars, true),
];

function factsOf(language: string, source: string, by = parser) {
  const job = { path: '', mode: { language }, bytes: Buffer.from(source), elements: true as const };
  const outcome = by.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
  if (outcome.status !== 'analyzed') throw new Error(`${outcome.status}: ${source}`);
  const { declarations, elements = new Uint8Array() } = outcome.facts;
  return { body: declarations[0]?.function_body, nodes: declarations[0]?.nodes, block: decodeElementBlock(elements) };
}

const BODIES = `
  if (A) B();
  for (;;) if (A) return B; else C();
  while (A) B(A, C);
  do B(); while (A);
  if (A) B(); else if (C) { A(); A(C); } else C();
  while (A);
  return [A, B];
`;
const BRACED = `
  if (A) { B(); }
  for (;;) { if (A) { return B; } else { C(); } }
  while (A) { B(A, C); }
  do { B(); } while (A);
  if (A) { B(); } else { if (C) { A(); A(C); } else { C(); } }
  while (A) {}
  return [A, B];
`;
const js = (body: string) => `function f(a, b, c) {${body.replace(/[ABC]/g, (name) => name.toLowerCase())}}`;
const php = (body: string) =>
  `<?php function f($a, $b, $c) {${body.replace(/[ABC]/g, (name) => `$${name.toLowerCase()}`)}}`;

it.each([
  ['javascript', js(BODIES), js(BRACED)],
  ['typescript', js(BODIES), js(BRACED)],
  ['php', php(BODIES), php(BRACED)],
])(
  'bodies of %s with and without braces have the same elements, units and numbers of nodes',
  (language, plain, braced) => {
    const [one, other] = [factsOf(language, plain), factsOf(language, braced)];
    expect(one.body).toBe(other.body);
    expect(one.nodes).toBe(other.nodes);
    const columns = ({ block: { opening, closings, units } }: typeof one) => {
      const { first, count, lastClosings, nodes, isFunction, previous, parent, high, low, shapeHigh, shapeLow } = units;
      return {
        opening,
        closings,
        first,
        count,
        lastClosings,
        nodes,
        isFunction,
        previous,
        parent,
        high,
        low,
        shapeHigh,
        shapeLow,
      };
    };
    expect(columns(one)).toEqual(columns(other));
  },
);

it('the former fingerprints distinguish bodies with and without braces, and have their own version', () => {
  for (const language of ['javascript', 'php']) {
    const written = language === 'php' ? php : js;
    expect(factsOf(language, written(BODIES), former).body).not.toBe(factsOf(language, written(BRACED), former).body);
    expect(formerLanguages.get(language)?.fingerprint).toBe(FORMER_FINGERPRINT);
  }
});

it.each([
  [
    'javascript',
    'function f(rows) { if (rows) return 1; else { for (const row of rows) f(row); } }',
    '7cd55fa7755d2a889503bf7a612eb7c98639ac0c51dbb948a5ea4a6b417c1fa6',
  ],
  [
    'php',
    '<?php function f($a, $b) { while ($a) { if ($b): f($a); elseif ($a): ?> x <?php endif; } }',
    '6fffac953b35698b8e8f5517b1f9caeac31899a43b78f6ba6cee0ba72a24c999',
  ],
])('the former fingerprint of a function of %s is the one that version 2 recorded', (language, source, body) => {
  expect(factsOf(language, source, former).body).toBe(body);
});
