import { type Command, forEachChild, parse, type SyntaxNode, type Word, type WordPart } from 'unbash';
import bench from '../../../package.json' with { type: 'json' };
import { Lines } from '../lines.ts';
import { emptyReading, type Reader, type Reading } from '../reading.ts';

/** Bash by unbash, a recursive-descent parser that accepts every file of the corpus that `bash -O extglob -n` accepts. */
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
        // A script in escaped backquotes is a separate text with its own positions.
        const own = child.type === 'Script' ? child.source : undefined;
        const [innerLines, moved] =
          own === undefined ? [lines, shift] : [new Lines(own), lines.at(within.pos) + shift - 1];
        accepted = visit(child, innerLines, moved) && accepted;
      });
      return accepted;
    };
    return visit(script, new Lines(source), 0) ? reading : undefined;
  },
};

/** Commands that are syntax to us: tests, declarations of variables, and the end of a function. */
const SYNTAX = new Set(['[', 'declare', 'export', 'local', 'readonly', 'typeset', 'unset', 'unsetenv', 'return']);

function readCommand(command: Command, word: Word, line: number, reading: Reading): void {
  const name = literal(word);
  const [target] = command.args;
  if ((name === 'source' || name === '.') && target?.type === 'Word') {
    reading.imports.push({ name: literal(target) ?? target.text, line });
  } else if (name === undefined || !SYNTAX.has(name)) {
    reading.calls.push({ name: name ?? '…', line });
  }
}

/** Text of a word without expansions, without quotes. */
function literal(word: Word): string | undefined {
  return (word.parts ?? []).every(isLiteral) ? word.value : undefined;
}

function isLiteral(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every(isLiteral);
  return part.type === 'Literal' || part.type === 'SingleQuoted';
}
