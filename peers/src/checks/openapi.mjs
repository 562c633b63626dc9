import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN } from '../program.mjs';
import { ownHome, peerNode, versionOf } from './installed.mjs';

/** Two linters of OpenAPI. */
export async function openapi({ peers, folder, program, transcript }) {
  const file = await describedIn(folder, program);
  const options = { env: ownHome(folder), cwd: folder };
  const bin = (name) => [peerNode(peers), join(peers, 'node_modules/.bin', name)];
  transcript.note(versionOf(peers, '@redocly/cli'));
  transcript.run('Redocly finds no problem', [...bin('redocly'), 'lint', file], { ...options, output: /valid/ });
  transcript.note(versionOf(peers, '@stoplight/spectral-cli'));
  const ruleset = ['--ruleset', join(peers, 'spectral.yaml'), '--fail-severity', 'warn'];
  transcript.run('Spectral finds no problem', [...bin('spectral'), 'lint', file, ...ruleset], options);
}

/** @returns {Promise<string>} a file with the description that the server returns */
export async function describedIn(folder, { rest }) {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`http://127.0.0.1:${rest}/v1/openapi.json`, { headers });
  const file = join(folder, 'openapi.json');
  writeFileSync(file, await response.text());
  return file;
}
