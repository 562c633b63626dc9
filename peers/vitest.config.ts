import { defineConfig } from 'vitest/config';

/** Tests that need a program of others, which `npm run peers` installs. */
export default defineConfig({
  test: { include: ['packages/*/src/**/*.peer.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
