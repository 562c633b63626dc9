import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest in `npm run test:deep`. Without times of earlier runs, as in a clean clone, the size of a file
 * decides, and a long one that starts last keeps one processor busy while the others wait.
 */
const LONGEST = [
  '/extract/histories/histories.test.ts',
  '/store/false-green.test.ts',
  '/parity/sample.test.ts',
  '/missed/window.test.ts',
  '/delivery/day.test.ts',
  '/lsp/edits.process.test.ts',
  '/similar/code-parser-mutants.test.ts',
  '/parse/flat-file.test.ts',
];

/** Starts the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

function isLongest({ moduleId }: TestSpecification): boolean {
  return LONGEST.some((path) => moduleId.endsWith(path));
}
