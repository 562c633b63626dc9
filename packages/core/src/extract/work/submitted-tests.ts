import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { isXml } from '../result/junit.ts';
import type { GitWork } from './git-work.ts';
import type { ResultFolder } from './result-folder.ts';

/** What a test program wrote. */
export interface SubmittedTest {
  /** As the user named it. */
  path: string;
  content: Buffer;
  /** Milliseconds since 1970. */
  writtenAt: number;
  /** Of a log: the command that wrote it, and its exit code. */
  command?: string;
  exitCode?: number;
}

interface Context {
  folder: ResultFolder;
  workRoot: string;
  /** Files that the task changed. */
  paths: readonly string[];
  git: GitWork;
}

type TestRun = TaskResultV1['tests'][number];

/**
 * Copies reports and logs into the result. Nothing of them is run.
 *
 * @throws AnalyzerError `usage` for a report that is older than the code, and for a log without its command
 */
export async function addTests(tests: readonly SubmittedTest[], { folder, workRoot, paths, git }: Context) {
  if (tests.length === 0) return [];
  const last = lastChange(workRoot, paths.length > 0 ? paths : await git.listedFiles());
  return tests.map((test, index): TestRun => {
    if (last !== undefined && test.writtenAt < last.time) {
      const problem = `${test.path} is older than ${last.path}, which changed after the tests ran`;
      throw new AnalyzerError('usage', { problem }, { hint: 'Run the tests again, and submit the new report.' });
    }
    const name = `tests/${index + 1}-${basename(test.path).replace(/[^A-Za-z0-9._-]/g, '_')}`;
    const { sha256 } = folder.add(name, test.content, 'log');
    return { name: basename(test.path), ...commandOf(test), log: { path: name, sha256 } };
  });
}

function commandOf({ path, content, command, exitCode }: SubmittedTest): Pick<TestRun, 'command_text' | 'exit_code'> {
  // The report of a failed run lists the failures.
  if (isXml(content)) return { command_text: command ?? 'a JUnit XML report', exit_code: 0 };
  if (command === undefined || exitCode === undefined) {
    const problem = `${path} is not a JUnit XML report, and a log needs its command and exit code`;
    throw new AnalyzerError('usage', { problem }, { hint: 'Add --command and --exit-code.' });
  }
  if (exitCode !== 0) {
    const hint = 'Repair the code, and run the tests again.';
    throw new AnalyzerError('usage', { problem: `the tests of ${path} ended with exit code ${exitCode}` }, { hint });
  }
  return { command_text: command, exit_code: exitCode };
}

/** The file that changed last. */
function lastChange(root: string, paths: readonly string[]): { path: string; time: number } | undefined {
  let last: { path: string; time: number } | undefined;
  for (const path of paths) {
    const time = lstatSync(`${root}/${path}`, { throwIfNoEntry: false })?.mtimeMs;
    if (time !== undefined && (last === undefined || time > last.time)) last = { path, time };
  }
  return last;
}
