import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import groups from '../../../../../../fixtures/vectors/stream/pairs.json' with { type: 'json' };
import type { ParseMode } from '../../engine.ts';
import { PortableParser } from '../parse.ts';

const grammars = fileURLToPath(new URL('../../../../../../languages/grammars', import.meta.url));
const parser = await PortableParser.load([...new Set(groups.map(({ language }) => language))], grammars);

interface Prints {
  body: string;
  shape: string;
}

/** Fingerprints of the first function with a body. */
function prints(source: string, mode: ParseMode): Prints {
  const job = { path: 'pair', mode, bytes: Buffer.from(source) };
  const outcome = parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
  if (outcome.status !== 'analyzed') throw new Error(`${outcome.status}: ${source}`);
  for (const { function_body: body, function_shape: shape } of outcome.facts.declarations) {
    if (body !== undefined && shape !== undefined) return { body, shape };
  }
  throw new Error(`no function with a body: ${source}`);
}

function relation(a: Prints, b: Prints): string {
  if (a.shape !== b.shape) return a.body === b.body ? 'equal in body but not in shape' : 'different';
  return a.body === b.body ? 'same' : 'shape';
}

describe.each(groups)(
  '$language $dialect functions that are $are',
  ({ language, dialect, are, frame = '@', pairs }) => {
    const mode = dialect === undefined ? { language } : { language, dialect };

    it.each(pairs)('%j %j %s', (a, b) => {
      const [first, second] = [a, b].map((text) =>
        prints(
          frame.replace('@', () => text),
          mode,
        ),
      );
      expect(first && second && relation(first, second)).toBe(are);
    });
  },
);
