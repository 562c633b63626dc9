import { join } from 'node:path';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import type { DeclarationFacts } from '@analyzer/core/parse/facts.ts';
import { PortableParser } from '@analyzer/core/parse/portable/parse.ts';
import { REPOSITORY } from '../folders.ts';

/** A function with its fingerprints and its range in the source (UTF-16 units). */
export interface Print {
  name: string;
  kind: string;
  nodes: number;
  line: number;
  start: number;
  end: number;
  body: string;
  shape: string;
}

export interface Reading {
  /** Whether the parser found no error. */
  whole: boolean;
  /** The hash of the source's complete stream; empty if it was not read. */
  tree: string;
  /** In order of position, outer before inner. */
  functions: Print[];
}

/** The engine, used for functions only. */
export class Prints {
  readonly #parser: PortableParser;

  private constructor(parser: PortableParser) {
    this.#parser = parser;
  }

  static async load(language: string): Promise<Prints> {
    return new Prints(await PortableParser.load([language], join(REPOSITORY, 'languages/grammars')));
  }

  read(source: string, mode: ParseMode): Reading {
    const bytes = Buffer.from(source);
    const outcome = this.#parser.parse({ path: 'function', mode, bytes }, { tokens: false, deadline: Infinity });
    if (outcome.status !== 'analyzed' && outcome.status !== 'partial') return { whole: false, tree: '', functions: [] };
    const isAscii = bytes.length === source.length;
    const unit = (byte: number) => (isAscii ? byte : bytes.toString('utf8', 0, byte).length);
    return {
      whole: outcome.status === 'analyzed',
      tree: outcome.facts.tree_hash,
      functions: outcome.facts.declarations.flatMap((declaration) => print(declaration, unit)),
    };
  }
}

function print(declaration: DeclarationFacts, unit: (byte: number) => number): Print[] {
  const { function_body: body, function_shape: shape, qualified_name: name, kind, nodes, start_line } = declaration;
  if (body === undefined || shape === undefined) return [];
  const start = unit(declaration.start_byte);
  const end = unit(declaration.end_byte);
  return [{ name, kind, nodes, line: start_line, start, end, body, shape }];
}
