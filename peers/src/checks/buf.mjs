import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN } from '../program.mjs';
import { ownHome, versionOf } from './installed.mjs';

const DEFINITION = 'analyzer/v1/analyzer.proto';
/** `buf curl` ends with eight times the gRPC status. */
const UNAUTHENTICATED = 16 * 8;
const INVALID_ARGUMENT = 3 * 8;

/** buf checks the protobuf definition and its compatibility with the released one, and calls the running server. */
export function buf({ peers, folder, program, transcript }) {
  transcript.note(versionOf(peers, '@bufbuild/buf-linux-x64'));
  const bin = join(peers, 'node_modules/@bufbuild/buf-linux-x64/bin/buf');
  const env = { ...ownHome(folder), BUF_CACHE_DIR: join(folder, 'home') };
  const [current, released, incompatible] = ['current', 'released', 'incompatible'].map((name) => join(folder, name));
  const definition = join(program.root, 'packages/contracts/proto', DEFINITION);
  for (const module of [current, released, incompatible]) {
    mkdirSync(join(module, 'analyzer/v1'), { recursive: true });
    cpSync(join(peers, 'buf.yaml'), join(module, 'buf.yaml'));
    cpSync(module === current ? definition : join(peers, 'baseline', DEFINITION), join(module, DEFINITION));
  }
  const changed = readFileSync(join(released, DEFINITION), 'utf8').replace('string name = 2', 'string name = 3');
  writeFileSync(join(incompatible, DEFINITION), changed);
  const run = (what, words, options = {}) => transcript.run(what, [bin, ...words], { env, cwd: folder, ...options });
  run('the definition has no problem', ['lint', current]);
  run('the definition is compatible with the released one', ['breaking', current, '--against', released]);
  run('a changed field number is found', ['breaking', current, '--against', incompatible], { exit: 100 });

  const url = `http://127.0.0.1:${program.grpc}`;
  const token = ['-H', `authorization: Bearer ${TOKEN}`];
  const http = ['curl', '--http2-prior-knowledge', '--protocol', 'grpc'];
  const reflection = [...http, ...token, '--reflect-header', '*'];
  const bytes = (text) => JSON.stringify({ json_utf8: Buffer.from(text).toString('base64') });
  const summary = bytes('{"schema": "analyzer.request.v1", "operation": "summary"}');
  run('reflection lists the services', [...reflection, '--list-services', url], { output: /analyzer\.v1\.Analyzer\n/ });
  run('reflection lists the methods', [...reflection, '--list-methods', url], {
    output: /analyzer\.v1\.Analyzer\/Query/,
  });
  run('a query by reflection', [...reflection, '-d', summary, `${url}/analyzer.v1.Analyzer/Query`], {
    output: /jsonUtf8/,
  });
  run('health by reflection', [...reflection, '-d', '{}', `${url}/grpc.health.v1.Health/Check`], { output: /SERVING/ });
  const contract = JSON.stringify({ kind: 'CONTRACT_KIND_GRAMMAR', name: 'task-result' });
  run(
    'a contract by the definition',
    [...http, '--schema', current, ...token, '-d', contract, `${url}/analyzer.v1.Analyzer/Contract`],
    {
      output: /sha256/,
      quiet: true,
    },
  );
  const query = (words, message) => [
    ...http,
    '--schema',
    current,
    ...words,
    '-d',
    message,
    `${url}/analyzer.v1.Analyzer/Query`,
  ];
  run('a query without token', query([], summary), { exit: UNAUTHENTICATED });
  run('a query that is not JSON', query(token, bytes('{')), { exit: INVALID_ARGUMENT });
  run('a query without fields', query(token, '{}'), { exit: INVALID_ARGUMENT });
}
