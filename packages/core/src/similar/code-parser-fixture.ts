import { fileURLToPath } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import { afterAll, beforeAll, expect } from 'vitest';
import { createPortableEngine } from '#parse/portable/engine.ts';
import { buildWorker, type WorkerFixture } from '#parse/portable/worker-fixture.ts';
import type { CodeText } from '#query/code.ts';
import { LIMITS } from '#relate/copies/limits.ts';
import { CODE_LIMITS, CodeParser } from './code-parser.ts';
import { subjectsOf } from './subjects.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
export const LANGUAGES = ['python', 'javascript', 'typescript', 'php', 'bash'];

/** A function of each language, by its id. */
export const FUNCTIONS: Record<string, string> = {
  python:
    'def load(path, *, limit=3):\n    with open(path) as file:\n        return [line.strip() for line in file][:limit]\n',
  javascript:
    'async load(path, { limit = 3 } = {}) {\n  const text = await read(path);\n  return text.split(/\\n/g).slice(0, limit);\n}\n',
  typescript:
    'function load<T>(path: string, limit?: number): T[] {\n  return read<T>(path)!.slice(0, limit ?? 3) as T[];\n}\n',
  php: 'public function load(string $path, int $limit = 3): array\n{\n    return array_slice(file($path) ?: [], 0, $limit);\n}\n',
  bash: 'local path=$1 limit=$2\nhead -n "$limit" -- "$path" | while read -r line; do echo "$line"; done\n',
};

/** Starts a parser for the tests of a file. @returns gets it */
export function codeParser(): () => CodeParser {
  let worker: WorkerFixture | undefined;
  let parser: CodeParser | undefined;
  beforeAll(async () => {
    const built = await buildWorker(repository);
    worker = built;
    parser = new CodeParser(() => createPortableEngine({ jobs: 1, workerPath: built.path, limits: CODE_LIMITS }));
  });
  afterAll(async () => {
    await parser?.close();
    worker?.remove();
  });
  return () => {
    if (parser === undefined) throw new Error('the parser is available only inside tests');
    return parser;
  };
}

/** The number of subjects, or the code of the error; any other error fails the test. */
export async function outcomeOf(parser: CodeParser, code: CodeText): Promise<string> {
  try {
    const parsed = await parser.parse(code);
    const subjects = subjectsOf(parsed, LIMITS);
    for (const { startLine, endLine } of subjects) {
      expect(startLine).toBeGreaterThanOrEqual(1);
      expect(endLine).toBeGreaterThanOrEqual(startLine);
      expect(endLine).toBeLessThanOrEqual(parsed.lines);
    }
    return `${subjects.length} subjects`;
  } catch (error) {
    if (error instanceof AnalyzerError && error.code !== 'internal') return error.code;
    throw error;
  }
}
