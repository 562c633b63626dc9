import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../folders.ts';
import { mutate } from '../mutate.ts';
import { Random } from '../random.ts';

/** A text, and a valid request with a change of it. */
interface Text {
  bytes: Buffer;
  operation: 'similar' | 'search';
  params(text: string): object;
}

/** Real functions of each language. */
const FUNCTIONS = 40;
const SEARCHED = ['retry with backoff', 'parseContentRange', 'the names of files that a pattern matches'];

function readTexts(): Text[] {
  const code = ['python', 'javascript', 'typescript', 'php', 'bash'].flatMap((language) => {
    const file = join(REPOSITORY, 'fixtures/renaming', `${language}.json`);
    const { pairs }: { pairs: { original: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
    return pairs.slice(0, FUNCTIONS).map(({ original }): Text => {
      return { bytes: Buffer.from(original), operation: 'similar', params: (text) => ({ code: text, language }) };
    });
  });
  const words = SEARCHED.map((text): Text => {
    return { bytes: Buffer.from(text), operation: 'search', params: (mutated) => ({ text: mutated, limit: 5 }) };
  });
  // As many questions in words as code of one language.
  return [...code, ...Array.from({ length: FUNCTIONS }, (_, at) => words[at % words.length] ?? []).flat()];
}

let texts: Text[] | undefined;

/** A valid request with a mutated text. */
export function withText(server: string, seed: number, number: number): Buffer {
  texts ??= readTexts();
  const random = new Random(seed * 1_000_003 + number);
  const { bytes, operation, params } = random.pick(texts);
  const its = params(mutate(bytes, random.pick(texts).bytes, random).bytes.toString());
  const call = { method: 'tools/call', params: { name: `analyzer_${operation}`, arguments: its } };
  const request = { schema: 'analyzer.request.v1', operation, params: its };
  return Buffer.from(JSON.stringify(server === 'mcp' ? { jsonrpc: '2.0', id: 7, ...call } : request));
}
