import { type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash';
import bench from '../../../package.json' with { type: 'json' };
import { Lines } from '../lines.ts';
import { emptyReading, type Reader, type Reading } from '../reading.ts';

/** Bash by unbash, a recursive-descent parser that accepts what `bash -O extglob -n` accepts of the whole corpus. */
export const bashReader: Reader = {
  tool: `unbash ${bench.devDependencies.unbash}`,
  read(source) {
    const script = parse(source);
    const reading = emptyReading();
    const visit = (node: SyntaxNode, lines: Lines, shift: number): boolean => {
      if (node.type === 'Function') {
        reading.declarations.push({ kind: 'function', name: node.name.text, line: lines.at(node.pos) + shift });
      } else if (node.type === 'Command' && node.name !== undefined) {
        readCommand(node, node.name, lines.at(node.name.pos) + shift, reading);
      } else if (node.type === 'Script') {
        if ((node.errors?.length ?? 0) > 0) return false;
      }
      let accepted = true;
      const within = node;
      forEachChild(node, (child) => {
        // A script in escaped backquotes is a text of its own, with its own positions.
        const own = child.type === 'Script' ? child.source : undefined;
        const [place, moved] = own === undefined ? [lines, shift] : [new Lines(own), lines.at(within.pos) + shift - 1];
        accepted = visit(child, place, moved) && accepted;
      });
      return accepted;
    };
    return visit(script, new Lines(source), 0) ? reading : undefined;
  },
};

function readCommand(command: Command, name: Word, line: number, reading: Reading): void {
  reading.calls.push({ name: literal(name) ?? '…', line });
  if (name.text !== 'source' && name.text !== '.') return;
  const [target] = command.args;
  if (target?.type === 'Word') reading.imports.push({ name: target.text, line });
}

/** Of a word without expansions; quotes do not count. */
function literal(word: Word): string | undefined {
  const plain = (word.parts ?? []).every((part) => part.type === 'Literal' || part.type === 'SingleQuoted');
  return plain ? word.value : undefined;
}
