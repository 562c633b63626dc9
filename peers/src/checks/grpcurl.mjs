import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN } from '../program.mjs';

const MODULE = 'github.com/fullstorydev/grpcurl/cmd/grpcurl';
const VERSION = 'v1.9.3';
/** The exit code of grpcurl is 64 and the gRPC status. */
const UNAUTHENTICATED = 64 + 16;
const INVALID_ARGUMENT = 64 + 3;

/** grpcurl, built from its Go module, calls the running server, also as docs/operate/serve.md shows. */
export function grpcurl({ folder, program, transcript }) {
  const go = spawnSync('go', ['version'], { encoding: 'utf8' });
  if (go.status !== 0) {
    transcript.note('not run: grpcurl is built with Go, which is not installed');
    return;
  }
  transcript.note(`${MODULE} ${VERSION}, ${go.stdout.trim()}`);
  const env = { GOBIN: join(folder, 'go'), GOFLAGS: '-modcacherw' };
  transcript.run('grpcurl is built', ['go', 'install', `${MODULE}@${VERSION}`], { env, quiet: true });
  const bin = join(folder, 'go/grpcurl');
  const server = `127.0.0.1:${program.grpc}`;
  const token = ['-H', `authorization: Bearer ${TOKEN}`, '-reflect-header', `authorization: Bearer ${TOKEN}`];
  const run = (what, words, options) => transcript.run(what, [bin, '-plaintext', ...words], options);
  const message = (text) => ['-d', JSON.stringify({ json_utf8: Buffer.from(text).toString('base64') })];
  const query = [server, 'analyzer.v1.Analyzer/Query'];
  run('reflection lists the services', [...token, server, 'list'], { output: /^analyzer\.v1\.Analyzer$/m });
  run('reflection describes the service', [...token, server, 'describe', 'analyzer.v1.Analyzer'], {
    output: /rpc Query \(/,
  });
  run('health by reflection', [...token, server, 'grpc.health.v1.Health/Check'], { output: /"SERVING"/ });
  run('a query that is not JSON', [...token, ...message('{'), ...query], { exit: INVALID_ARGUMENT });
  const proto = [
    '-import-path',
    join(program.root, 'packages/contracts/proto'),
    '-proto',
    'analyzer/v1/analyzer.proto',
  ];
  const summary = message('{"schema": "analyzer.request.v1", "operation": "summary"}');
  run('a query without token', [...proto, ...summary, ...query], { exit: UNAUTHENTICATED });
  const grammar = ['-d', '{"kind": "CONTRACT_KIND_GRAMMAR", "name": "task-result"}'];
  run('a contract by the definition', [...token, ...proto, ...grammar, server, 'analyzer.v1.Analyzer/Contract'], {
    output: /"sha256"/,
    quiet: true,
  });
  const page = readFileSync(join(program.root, 'docs/operate/serve.md'), 'utf8');
  const [, example = ''] = /^```\n(grpcurl [^`]*)^```$/m.exec(page) ?? [];
  const script = example.replace(/^grpcurl/, bin).replace('127.0.0.1:50051', server);
  transcript.run('the example of the documentation answers', ['bash', '-c', script], {
    env: { ANALYZER_API_TOKEN: TOKEN },
    output: /"jsonUtf8"|"json_utf8"/,
    quiet: true,
  });
}
