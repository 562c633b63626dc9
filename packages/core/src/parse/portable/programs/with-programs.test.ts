import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import vectors from '../../../../../../fixtures/vectors/here-document-code.json' with { type: 'json' };
import { type Callbacks, decodeElementBlock, type Units } from '../../elements/element-block.ts';
import { PortableParser } from '../parse.ts';

const grammars = fileURLToPath(new URL('../../../../../../languages/grammars', import.meta.url));
const parser = await PortableParser.load(['bash', 'javascript', 'php', 'python'], grammars);

function factsOf(text: string, language = 'bash') {
  const job = { path: '', mode: { language }, bytes: Buffer.from(text), elements: true as const };
  const outcome = parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
  if (!('facts' in outcome)) throw new Error(outcome.status);
  return outcome.facts;
}

function blockOf(text: string, language?: string) {
  return decodeElementBlock(factsOf(text, language).elements ?? new Uint8Array(0));
}

test.each(vectors)('code of here-documents in the block of a file: $about', ({ text, elements, ...expected }) => {
  const { opening, bodies, units, callbacks } = blockOf(text);
  const rangeOf = ({ first, count }: typeof bodies | Units | Callbacks, at: number) =>
    `${count[at]} elements from ${first[at]}`;
  const placeOf = (of: Units | Callbacks, at: number) =>
    `${of.startLine[at]}-${of.endLine[at]} ${of.startByte[at]}-${of.endByte[at]}`;
  const { control } = factsOf(text);
  const shown = {
    control: control.line.map(
      (line, at) => `${line} ${control.kind[at]}, depth ${control.depth[at]} in ${control.within[at]}`,
    ),
    bodies: Array.from(bodies.first, (_, at) => rangeOf(bodies, at)),
    units: Array.from(
      units.first,
      (_, at) =>
        `${placeOf(units, at)} in ${units.parent[at]} after ${units.previous[at]}: ${rangeOf(units, at)}, ` +
        `${units.nodes[at]} nodes, ${units.lastClosings[at]} closings`,
    ),
    callbacks: callbacks.name.map(
      (name, at) => `${placeOf(callbacks, at)} ${name}: ${rangeOf(callbacks, at)}, ${callbacks.nodes[at]} nodes`,
    ),
  };
  const { about: _, ...lists } = expected;
  expect(shown).toEqual(lists);
  expect(opening.length).toBe(elements);
});

test('a unit of a program has the hashes of the same code in a file', () => {
  const code =
    'def total(rows, least):\n    found = [row.name for row in rows if row.size > least]\n    return found\n';
  const program = blockOf(`x=1\ncat > a.py <<'A'\nimport os\n${code}A\n`);
  const file = blockOf(code, 'python');
  const hashes = ({ high, low, shapeHigh, shapeLow }: Units) =>
    Array.from(high, (it, at) => `${it} ${low[at]} ${shapeHigh[at]} ${shapeLow[at]}`);
  expect(file.units.first.length).toBeGreaterThan(2);
  expect(hashes(program.units)).toEqual(expect.arrayContaining(hashes(file.units)));
});
