import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN } from '../program.mjs';

/** A generic client of Python's grpcio, without generated code, and the example of docs/operate/serve.md, with it. */
export function pythonGrpc({ peers, folder, program, transcript }) {
  const python = join(folder, 'python/bin/python');
  const env = { ANALYZER_API_TOKEN: TOKEN };
  transcript.run('grpcio', [python, join(peers, 'src/grpc_client.py'), String(program.grpc)], { env });
  const page = readFileSync(join(program.root, 'docs/operate/serve.md'), 'utf8');
  const [, example = ''] = /^```python\n([^`]*import grpc\n[^`]*)^```$/m.exec(page) ?? [];
  const [, protoc = ''] = /^python3 (-m grpc_tools\.protoc .*)$/m.exec(page) ?? [];
  const cwd = join(folder, 'example');
  mkdirSync(cwd);
  transcript.run('the definition is written', [process.execPath, program.launcher, 'contracts', '--dir', 'contracts'], {
    cwd,
    quiet: true,
  });
  transcript.run('grpcio-tools generates the client of the documentation', [python, ...protoc.split(' ')], { cwd });
  const script = example.replace('127.0.0.1:50051', `127.0.0.1:${program.grpc}`);
  transcript.run('the example of the documentation answers', [python, '-c', script], {
    cwd,
    env,
    output: /'total': \d+/,
  });
}
