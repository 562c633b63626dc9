import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import { interruptible } from './interrupt.ts';
import { NewFile } from './new-file.ts';
import { reasonOf } from './system-reason.ts';
import { writeStream } from './write-stream.ts';

/** Writes every schema; one that is there already with the same text is left as it is. */
export async function contractsCommand(dir: string): Promise<void> {
  const schemas = fileURLToPath(new URL('schemas', import.meta.url));
  makeFolder(dir);
  await interruptible(async (signal) => {
    const written: string[] = [];
    for (const name of readdirSync(schemas).sort()) {
      const text = readFileSync(join(schemas, name), 'utf8');
      const path = join(dir, name);
      if (textAt(path) !== text) await new NewFile(path).write([text], signal);
      written.push(`${path}\n`);
    }
    await writeStream(process.stdout, written, signal);
  });
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new AnalyzerError('output_failed', { path, reason: reasonOf(error) }, { cause: error });
  }
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
