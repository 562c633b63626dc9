// Node 20 runs no TypeScript: the bench is bundled first; the packages it uses stay outside.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = (name) => fileURLToPath(new URL(`src/${name}.ts`, import.meta.url));
const dist = fileURLToPath(new URL('dist', import.meta.url));

await build({
  entryPoints: {
    main: source('main'),
    'read-floor': source('time/read-floor'),
    'walk-floor': source('time/walk-floor'),
    'parse-floor': source('time/parse-floor'),
    'index-run': source('index/run'),
    'bare-server': source('dashboard/bare-server'),
    'bare-rest': source('serve/bare'),
    'postgres-client': source('scale-out/client'),
  },
  outdir: dist,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: [
    '@photostructure/sqlite',
    '@prettier/plugin-php',
    '@sparticuz/chromium',
    'esbuild',
    'oxc-parser',
    'pg',
    'pg-copy-streams',
    'php-parser',
    'playwright-core',
    'prettier',
    'sh-syntax',
    'typescript',
    'web-tree-sitter',
    'yaml',
  ],
  logLevel: 'warning',
  plugins: [
    {
      name: 'no test runner',
      // It fails outside of a run of tests, but not before its first use.
      setup: ({ onResolve }) =>
        onResolve({ filter: /^vitest$/ }, () => ({ errors: [{ text: 'the bench runs no tests' }] })),
    },
  ],
});

const child = spawn(process.execPath, [`${dist}/main.js`, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
  process.exitCode = signal === null ? code : 130;
});
