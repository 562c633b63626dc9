import { join } from 'node:path';
import { ownHome, peerNode, versionOf } from './installed.mjs';

/** The MCP Inspector lists and calls tools in both revisions; `--strict` also fails on schemas that models refuse. */
export function inspector({ peers, folder, program, transcript }) {
  transcript.note(versionOf(peers, '@modelcontextprotocol/inspector'));
  const env = ownHome(folder);
  const server = [process.execPath, program.launcher, 'serve', 'mcp', '--db', program.db];
  for (const era of ['modern', 'legacy']) {
    const ask = (what, words, options) => {
      const script = join(peers, 'node_modules/.bin/mcp-inspector');
      const command = [
        peerNode(peers),
        script,
        '--cli',
        '--format',
        'json',
        '-q',
        '--connect-timeout',
        '120000',
        '--protocol-era',
        era,
        ...server,
        ...words,
      ];
      return transcript.run(`${era}: ${what}`, command, { env, quiet: true, ...options });
    };
    ask('the list of tools is portable', ['--method', 'tools/list', '--strict'], { output: /analyzer_summary/ });
    const call = (name, args) => [
      '--method',
      'tools/call',
      '--tool-name',
      name,
      '--tool-args-json',
      JSON.stringify(args),
    ];
    ask('a tool answers', call('analyzer_clones', { limit: 2 }), { output: /"snapshot_id"/ });
    ask('a wrong parameter is an error of the tool', call('analyzer_clones', { limt: 2 }), {
      exit: 5,
      output: /invalid_request/,
    });
    ask('the resources are listed', ['--method', 'resources/list'], { output: /analyzer:\/\/grammar\/task-result/ });
    ask('a resource is read', ['--method', 'resources/read', '--uri', 'analyzer://schema/request'], {
      output: /analyzer\.request\.v1/,
    });
  }
}
