import { join } from 'node:path';
import { expect, test } from 'vitest';
import vectors from '../../../../../fixtures/vectors/here-documents.json' with { type: 'json' };
import { PortableParser } from './parse.ts';

const grammars = join(import.meta.dirname, '../../../../../languages/grammars');
const parser = await PortableParser.load(['bash', 'javascript', 'php', 'python'], grammars);

function factsOf(text: string) {
  const job = { path: 'a.sh', mode: { language: 'bash' }, bytes: Buffer.from(text) };
  const outcome = parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
  if (!('facts' in outcome)) throw new Error(outcome.status);
  return outcome.facts;
}

test.each(vectors)('programs in here-documents: $about', ({ text, programs }) => {
  const { embedded = [], declarations } = factsOf(text);
  const found = embedded.map(({ language, start_line, end_line, status, reason, within, ...facts }) => ({
    language,
    lines: [start_line, end_line],
    status,
    declarations: facts.declarations.map(({ qualified_name }) => qualified_name),
    ...(reason !== undefined && { reason }),
    ...(within >= 0 && { within: declarations[within]?.name }),
  }));
  expect(found).toEqual(programs);
});

test('declarations, imports and calls of a program have the lines of the file', () => {
  const [program] = factsOf(vectors[0]?.text ?? '').embedded ?? [];
  expect(program).toMatchObject({
    declarations: [{ kind: 'function', name: 'a', parameters: ['x'], start_line: 5, end_line: 6 }],
    imports: [{ specifier: 'os', names: [], line: 4 }],
    calls: [
      { callee: 'os.path.join', line: 6, within: 'a' },
      { callee: 'a', line: 7, within: null },
    ],
  });
});

test('a file without programs has no such facts', () => {
  expect(factsOf('cat <<A\nx\nA\n')).not.toHaveProperty('embedded');
});
