import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import vectors from '../../../../../../../fixtures/vectors/text-lines.json' with { type: 'json' };
import { decodeElementBlock } from '../../../elements/element-block.ts';
import { PortableParser } from '../../parse.ts';

const grammars = fileURLToPath(new URL('../../../../../../../languages/grammars', import.meta.url));
const parser = await PortableParser.load(['bash'], grammars);

test.each(vectors)('the lines of a here-document are units: $about', ({ text, nodes, units }) => {
  const job = { path: '', mode: { language: 'bash' }, bytes: Buffer.from(text), elements: true as const };
  const outcome = parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
  if (!('facts' in outcome)) throw new Error(outcome.status);
  const { declarations, elements = new Uint8Array() } = outcome.facts;
  const { units: its } = decodeElementBlock(elements);
  const shown = Array.from(its.first, (_, at) => {
    const lines = `${its.startLine[at]}-${its.endLine[at]}`;
    const range = `${its.startByte[at]}-${its.endByte[at]}`;
    const places = `in ${its.parent[at]} after ${its.previous[at]}`;
    return `${lines} ${range} ${places}: ${its.count[at]} elements, ${its.nodes[at]} nodes, ${its.lastClosings[at]} closings`;
  });
  expect({ nodes: declarations.map((it) => it.nodes), units: shown }).toEqual({ nodes, units });
});
