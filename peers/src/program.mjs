import { spawn, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

export const TOKEN = '0123456789abcdef0123456789abcdef';

/**
 * Indexes the example projects, and starts the servers of the built program, and MCP over HTTP, which only the conformance
 * tests need.
 *
 * @param {string} root of the repository, built
 * @param {string} folder for the index
 */
export async function prepareProgram(root, folder) {
  const launcher = join(root, 'packages/analyzer/bin/analyzer.js');
  const db = join(folder, 'index.db');
  cpSync(join(root, 'fixtures/query/projects'), join(folder, 'projects'), { recursive: true });
  const args = ['workspace', 'index', join(folder, 'projects'), '--discover', '--db', db];
  const { status, stderr } = spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const servers = [];
  const start = async (...words) => {
    const server = await startServer(process.execPath, words);
    servers.push(server);
    return server.port;
  };
  const mcpOverHttp = join(folder, 'mcp-over-http.mjs');
  await build({
    entryPoints: [join(root, 'packages/analyzer/src/mcp/fixture.ts')],
    outfile: mcpOverHttp,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return {
    root,
    launcher,
    db,
    rest: await start(launcher, 'serve', 'rest', '--db', db, '--port', '0'),
    grpc: await start(launcher, 'serve', 'grpc', '--db', db, '--port', '0'),
    mcp: await start(mcpOverHttp, db, join(root, 'packages/analyzer/dist/')),
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}

/** Starts a server with the token; resolves when it says its port. */
export function startServer(program, args) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ANALYZER_API_TOKEN: TOKEN },
  });
  const close = () => {
    child.kill();
    return new Promise((resolve) => child.on('close', resolve));
  };
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port === undefined) reject(new Error(text));
      else resolve({ port: Number(port), close });
    });
  });
}
