import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { startServer, TOKEN } from '../program.mjs';
import { ownHome, versionOf } from './installed.mjs';

/** Programs that npm and the launcher need. Neither Cargo nor a compiler is among them. */
const PROGRAMS = ['sh', 'env'];
const MAX_MS = 10_000;

/**
 * The packages of a release, installed in an empty folder with each supported version of Node, without Cargo and without a
 * compiler: a map of a project is made by the native engine within ten seconds.
 */
export async function installation({ peers, folder, program, transcript }) {
  const archives = join(folder, 'release');
  const PATH = [join(folder, 'python/bin'), process.env.PATH].join(delimiter);
  for (const name of ['cargo-zigbuild', 'ziglang']) {
    transcript.run(`${name} is installed`, [join(folder, 'python/bin/pip'), 'show', '--quiet', name]);
  }
  const release = [process.execPath, join(program.root, 'tools/release.mjs'), '--out', archives];
  // It fails if the engine needs a newer glibc than 2.28, and says so if it was not linked for it.
  const said = transcript.run('the packages are written', release, { env: { PATH }, output: /analyzer-rs-/ });
  transcript.expect('the engine is linked for glibc 2.28', !said.includes('needs glibc'), said);
  const packets = new Set();
  const packages = readdirSync(archives).map((name) => join(archives, name));
  const npm = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
  for (const major of [20, 22, 24]) {
    transcript.note(versionOf(peers, `node-${major}`));
    const node = join(peers, `node_modules/node-${major}/bin/node`);
    const [app, bin] = [join(folder, `app-${major}`), join(folder, `bin-${major}`)];
    mkdirSync(app);
    mkdirSync(bin);
    symlinkSync(node, join(bin, 'node'));
    for (const name of PROGRAMS) symlinkSync(join('/usr/bin', name), join(bin, name));
    writeFileSync(join(app, 'package.json'), '{ "private": true }\n');
    const install = [node, npm, 'install', '--no-audit', '--no-fund', ...packages];
    transcript.run(`Node ${major} installs them`, install, { cwd: app, env: { PATH: bin }, quiet: true });
    const options = { cwd: app, env: { ...ownHome(folder), PATH: bin }, quiet: true };
    const start = performance.now();
    const map = [join(app, 'node_modules/.bin/analyzer'), 'map', join(folder, 'projects'), '-o', 'map.html'];
    transcript.run(`Node ${major} makes a map`, map, options);
    const ms = Math.round(performance.now() - start);
    transcript.expect(`within ten seconds: ${ms} ms`, ms < MAX_MS && existsSync(join(app, 'map.html')));
    const scan = [join(app, 'node_modules/.bin/analyzer'), 'scan', join(folder, 'projects'), '--detail', 'files'];
    transcript.run('with the native engine', scan, { ...options, output: /^native engine, /m });
    for (const name of ['analyzer', 'dashboard']) {
      transcript.run(`${name} prints its version`, [join(app, 'node_modules/.bin', name), '--version'], options);
    }
    const analyzer = join(app, 'node_modules/.bin/analyzer');
    const index = [analyzer, 'workspace', 'index', join(folder, 'projects'), '--discover', '--kinds', 'all'];
    transcript.run('it writes an index', index, options);
    const list = [analyzer, 'workspace', 'query', '--operation', 'clones', '--params', '{"limit": 1}'];
    // Also without a warning of Node.
    const answer = transcript.run('a query writes one document', list, { ...options, output: /^\{.*\}\s*$/ });
    const group = /g_[0-9a-f]{20}/.exec(answer)?.[0] ?? '';
    const packet = [analyzer, 'workspace', 'context', '--include-source', '--group-id', group];
    packets.add(transcript.run('it writes a packet', packet, { ...options, output: /^\{.*\}\s*$/ }));
    transcript.expect('its packet has the same bytes as with the other versions', packets.size === 1);
    const server = await startServer(node, [
      join(app, 'node_modules/analyzer-cli/bin/analyzer.js'),
      ...['serve', 'grpc', '--db', program.db, '--port', '0'],
    ]);
    const buf = join(peers, 'node_modules/@bufbuild/buf-linux-x64/bin/buf');
    const curl = ['curl', '--http2-prior-knowledge', '--protocol', 'grpc', '-H', `authorization: Bearer ${TOKEN}`];
    const methods = [buf, ...curl, '--reflect-header', '*', '--list-methods', `http://127.0.0.1:${server.port}`];
    transcript.run('its reflection lists the methods', methods, {
      env: ownHome(folder),
      output: /analyzer\.v1\.Analyzer\/Query/,
    });
    await server.close();
  }
}
