import { statSync } from 'node:fs';
import { AnalyzerError, EXIT } from '@analyzer/contracts';
import { Journal } from '@analyzer/core/extract/dispatch/journal.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import type { Submission } from '@analyzer/core/extract/work/submission.ts';
import { submitTask } from '@analyzer/core/extract/work/submit-task.ts';
import type { SubmittedTest } from '@analyzer/core/extract/work/submitted-tests.ts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { SubmitFlags } from './flags.ts';
import { stateLine } from './report.ts';
import { withProjects } from './with-projects.ts';

const LARGEST_LOG = 64 * 1024 * 1024;

/** Ends a begun task and prints its state. Exit code 1 if a person must decide. */
export async function submitCommand(key: string, flags: SubmitFlags): Promise<void> {
  await interruptible(async (signal) => {
    const submission = submissionOf(flags);
    const file = await StateFile.lock(flags.state);
    try {
      const state = file.read() ?? readState(flags.state);
      const journal = new Journal(file, state);
      const after = await withProjects(state, flags, (projects) =>
        submitTask(key, submission, journal, projects, signal),
      );
      await writeStream(process.stdout, [`${stateLine(after)}\n`], signal);
      if (after.state !== 'complete') process.exitCode = EXIT.findings;
    } finally {
      file.release();
    }
  });
}

function submissionOf(flags: SubmitFlags): Submission {
  const { tests = [], keep = [], licenseFile = [], rationale = [], packageVersion, license, changeNote, notes } = flags;
  return {
    tests: tests.map((path) => testOf(path, flags)),
    keep: keep.map(keptCopy),
    licenseFiles: licenseFile,
    rationale,
    ...(packageVersion === undefined ? {} : { version: packageVersion }),
    ...(license === undefined ? {} : { license }),
    ...(changeNote === undefined ? {} : { changeNote }),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** @throws AnalyzerError `not_found`, `unreadable`, `invalid_file` */
function testOf(path: string, { command, exitCode }: SubmitFlags): SubmittedTest {
  const content = readInputFile(path, { limit: LARGEST_LOG + 1, follow: true });
  if (content === undefined) throw new AnalyzerError('not_found', { what: 'file', name: path });
  if (content.length > LARGEST_LOG) {
    throw new AnalyzerError('invalid_file', { path, problem: `larger than ${LARGEST_LOG} bytes` });
  }
  return {
    path,
    content,
    writtenAt: statSync(path).mtimeMs,
    ...(command === undefined ? {} : { command }),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

/** @throws AnalyzerError `usage` */
function keptCopy(text: string): Submission['keep'][number] {
  const [, path, name, reason] = /^(.+?)#([^:]+):\s*(\S.*)$/s.exec(text) ?? [];
  if (path !== undefined && name !== undefined && reason !== undefined) return { path, name, reason };
  const hint = 'Write --keep "path#name: reason".';
  throw new AnalyzerError('usage', { problem: `--keep ${text} does not name a copy and a reason` }, { hint });
}
