import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ownHome, peerNode, versionOf } from './installed.mjs';

/**
 * The scenarios that apply to a server of tools and resources over stdio. All others need the tools and prompts of the
 * example server, or test HTTP itself.
 */
const SCENARIOS = {
  '2026-07-28': ['server-stateless', 'tools-list', 'resources-list', 'sep-2164-resource-not-found', 'caching'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list'],
};

/** Checks that need a tool of the example server (`test_missing_capability` and others), or prompts. */
const NOT_APPLICABLE = {
  'server-stateless': [
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-missing-capability-http-400',
    'sep-2575-server-no-log-without-loglevel',
    'sep-2575-server-rejects-undeclared-capability',
  ],
  caching: ['sep-2549-prompts-list-caching-hints'],
};

/** The conformance tests of the protocol. */
export function conformance({ peers, folder, program, transcript }) {
  transcript.note(versionOf(peers, '@modelcontextprotocol/conformance'));
  const script = join(peers, 'node_modules/.bin/conformance');
  const url = `http://127.0.0.1:${program.mcp}/mcp`;
  for (const [version, scenarios] of Object.entries(SCENARIOS)) {
    for (const scenario of scenarios) {
      const words = ['server', '--url', url, '--scenario', scenario, '--spec-version', version];
      const expected = NOT_APPLICABLE[scenario] ?? [];
      const what = `${version}: ${scenario} passes${expected.length === 0 ? '' : ', but for checks that do not apply'}`;
      const options = {
        env: ownHome(folder),
        cwd: folder,
        exit: expected.length === 0 ? 0 : 1,
        output: /Passed: \d+\/\d+/,
      };
      const text = transcript.run(what, [peerNode(peers), script, ...words], options);
      const failed = stripVTControlCharacters(text).matchAll(/\[([\w-]+) *\] FAILURE/g);
      const names = [...failed].map(([, name]) => name).sort();
      transcript.expect('no other check fails', names.join() === expected.join(), names.join());
    }
  }
}
