import type { Nodes } from '../nodes.ts';
import type { FoundImport } from './reader.ts';

const DIRECTIVE = /^#[ \t]*shellcheck[ \t](?:.*[ \t])?source=(?:"(?<quoted>[^"]+)"|(?<plain>[^ \t"]+))/s;
/** Maximum number of comment lines before a command. */
const MAX_LINES = 10;

/**
 * The file that `# shellcheck source=lib/x.sh` in the lines before a command names; `SCRIPTDIR` is the folder of the script.
 *
 * https://www.shellcheck.net/wiki/Directive
 *
 * @returns undefined without such a comment, and for `/dev/null`
 */
export function sourceDirective(nodes: Nodes, command: number): Pick<FoundImport, 'lookup' | 'target'> | undefined {
  const { source, start } = nodes.tree;
  let end = source.lastIndexOf('\n', (start[command] ?? 0) - 1);
  for (let lines = 0; lines < MAX_LINES && end > 0; lines++) {
    const begin = source.lastIndexOf('\n', end - 1) + 1;
    const line = source.slice(begin, end).replace(/^[ \t]+/, '');
    if (!line.startsWith('#')) return undefined;
    const { quoted, plain } = DIRECTIVE.exec(line.replace(/\r$/, ''))?.groups ?? {};
    const path = quoted ?? plain ?? '';
    if (path === '/dev/null') return undefined;
    if (path.startsWith('SCRIPTDIR/')) return { lookup: 'directory', target: path.slice('SCRIPTDIR'.length) };
    if (path !== '') return { lookup: 'path', target: path };
    end = begin - 1;
  }
  return undefined;
}
