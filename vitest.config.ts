import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/tests/longest-first.ts';
import { deepProject, PROJECTS } from './tools/tests/projects.ts';
import { TimingReporter } from './tools/tests/timing-reporter.ts';

export default defineConfig(({ mode }) => ({
  test: {
    projects: mode === 'deep' ? [deepProject()] : PROJECTS,
    provide: { isDeep: mode === 'deep' },
    ...(mode === 'deep' && { sequence: { sequencer: LongestFirst } }),
    globalSetup: ['tools/tests/run-folder.ts'],
    setupFiles: ['tools/tests/processor-time.ts', 'tools/tests/own-folders.ts', 'tools/property-seed.ts'],
    reporters: ['default', new TimingReporter()],
    // The built program is plain JavaScript.
    // A test that resets modules loads the parser again, so the binding of tree-sitter must be too: it starts once only.
    server: { deps: { external: [/\/packages\/analyzer\/dist\//], inline: ['web-tree-sitter'] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A report has one line for a failure: by default it tells 40 characters of each value.
    chaiConfig: { truncateThreshold: 500 },
    // On a busy machine a page or a process needs more than the second that a poll waits for it by default.
    expect: { poll: { timeout: 20_000 } },
    // Many tests wait for processes and times: with a worker for each processor, a fifth of the processors' time is idle.
    maxWorkers: availableParallelism() + 1,
    // Transformed modules in `node_modules`: a second run of a file with many imports takes half the processor time.
    experimental: { fsModuleCache: true },
    // Starting a program copies the page table of the worker, which has allocated hundreds of MB: with huge pages it is
    // small. `own-folders.ts` takes the variable from the programs.
    env: { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
  },
}));
