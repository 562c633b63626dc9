import { defineConfig } from 'vitest/config';

/** Tests that need a program of others, which `npm run peers` installs. */
export default defineConfig({
  // Spark starts seven times in one test.
  test: { include: ['packages/*/src/**/*.peer.ts'], testTimeout: 900_000, hookTimeout: 300_000 },
});
