import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { deepProject, PROJECTS } from './tools/tests/projects.ts';
import { TimingReporter } from './tools/tests/timing-reporter.ts';

export default defineConfig(({ mode }) => ({
  test: {
    projects: mode === 'deep' ? [deepProject()] : PROJECTS,
    provide: { isDeep: mode === 'deep' },
    globalSetup: ['tools/tests/run-folder.ts'],
    setupFiles: ['tools/tests/processor-time.ts', 'tools/tests/own-folders.ts', 'tools/property-seed.ts'],
    reporters: ['default', new TimingReporter()],
    // The built program is plain JavaScript.
    server: { deps: { external: [/\/packages\/analyzer\/dist\//] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for processes, so one worker leaves processors idle; two take 18 minutes on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
}));
