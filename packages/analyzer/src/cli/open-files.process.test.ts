import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ERRORS } from '@analyzer/contracts';
import { expect, test } from 'vitest';

const LAUNCHER = fileURLToPath(new URL('../../bin/analyzer.js', import.meta.url));
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

function run(limit: number, args: string): Promise<{ code: unknown; stderr: string }> {
  const script = `ulimit -n ${limit}; exec "${process.execPath}" "${LAUNCHER}" ${args}`;
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd: FOLDER }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}

const REMEDY =
  'analyzer: too many open files: the limit of this process or of the system is reached\n  Raise the limit, for example with ulimit -n 1024.\n';

// Each command opens more files than these, also one after the other: how many are open at a time depends on the machine.
test.each([20, 22])(
  'a limit of %i open files ends each command with its own exit code and the remedy',
  async (limit) => {
    for (const args of ['scan . --engine portable', 'scan .', 'check . --against HEAD', 'diff HEAD .']) {
      expect({ args, ...(await run(limit, args)) }).toEqual({
        args,
        code: ERRORS.too_many_open_files.exit,
        stderr: REMEDY,
      });
    }
  },
);

// The parser processes of the portable engine have limits of their own, which they reach when they start or load a parser.
test.each([30, 32, 34, 36, 38])(
  'a limit of %i open files ends with the answer or with the remedy',
  async (limit) => {
    for (const args of ['scan . --engine portable', 'check . --against HEAD --engine portable']) {
      const { code, stderr } = await run(limit, args);
      if (stderr !== '')
        expect({ args, code, stderr }).toEqual({ args, code: ERRORS.too_many_open_files.exit, stderr: REMEDY });
    }
  },
  60_000,
);
