import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { timesOf } from './slow-table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Times in milliseconds of a test file, and of its slowest tests. */
export interface FileTiming {
  project: string;
  /** Time of processors, also of processes that the file waited for; 0 if unknown. */
  processor: number;
  /** All that its worker did for it. */
  total: number;
  /** Loading the file and what it imports. */
  imports: number;
  tests: { name: string; duration: number }[];
}

/** The report of the last runs: a line for each file. */
const TIMINGS = fileURLToPath(new URL('../../node_modules/.vitest/timings.jsonl', import.meta.url));

const MAX_TESTS = 5;

/** Writes the times of the test files of a run for `npm run slow`; files of earlier runs stay. */
export class TimingReporter implements Reporter {
  /** Leaves one line for each file. */
  onTestRunStart(): void {
    mkdirSync(dirname(TIMINGS), { recursive: true });
    writeFileSync(TIMINGS, Object.entries(timesOf(lastReport())).map(lineOf).join(''));
  }

  /**
   * Also an interrupted run is worth a look, and two may run at once, so each file is added when it ends. The times of a
   * part of a file's tests, such as those that `-t` names, do not replace those of all.
   */
  onTestModuleEnd(module: TestModule): void {
    if (module.project.globalConfig.testNamePattern !== undefined) return;
    appendFileSync(TIMINGS, lineOf([relative(root, module.moduleId), timingOf(module)]));
  }
}

function lineOf(file: [path: string, timing: FileTiming]): string {
  return `${JSON.stringify(file)}\n`;
}

function lastReport(): string {
  try {
    return readFileSync(TIMINGS, 'utf8');
  } catch {
    return '';
  }
}

function timingOf(module: TestModule): FileTiming {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    duration: test.diagnostic()?.duration ?? 0,
  }));
  return {
    project: module.project.name,
    processor: module.meta().processorTime ?? 0,
    total: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    imports: collectDuration,
    tests: tests.sort((a, b) => b.duration - a.duration).slice(0, MAX_TESTS),
  };
}
