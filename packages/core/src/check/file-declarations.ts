import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import { type GramCounts, RangeGrams } from '#relate/copies/range-grams.ts';
import type { Copy } from './model.ts';

/** Facts with element blocks, by path. */
export type FactsByPath = ReadonlyMap<string, Pick<FileFacts, 'declarations' | 'elements'>>;

/** The line distinguishes declarations of one name. */
export type NamedDeclaration = Pick<Copy, 'path' | 'qualified_name'> & { start_line?: number };

export interface MeasuredDeclaration {
  /** Its different 5-grams. */
  grams: HashTable;
  nodes: number;
}

/** The declarations of some files with their 5-grams. */
export class FileDeclarations {
  readonly #files: FactsByPath;
  readonly #grams = new Map<string, RangeGrams>();
  readonly #counts = new Map<string, GramCounts>();

  constructor(files: FactsByPath) {
    this.#files = files;
  }

  names(path: string): ReadonlySet<string> {
    return new Set(this.#files.get(path)?.declarations.map((it) => it.qualified_name));
  }

  /** The declaration with this name, if no other one has it. */
  only({ path, qualified_name: name }: NamedDeclaration): MeasuredDeclaration | undefined {
    const [index, ...others] = this.#indexes(path, (it) => it.qualified_name === name);
    return others.length > 0 ? undefined : this.#measured(path, index);
  }

  /** The declaration with this name that is followed by so many others with it. */
  namesake({ path, qualified_name: name }: NamedDeclaration, following: number): MeasuredDeclaration | undefined {
    return this.#measured(path, this.#indexes(path, (it) => it.qualified_name === name).at(-1 - following));
  }

  /** How many declarations with the same name follow; of several, such as overloads, the line says which one is meant. */
  followingNamesakes({ path, qualified_name: name, start_line }: NamedDeclaration): number | undefined {
    const lines = (this.#files.get(path)?.declarations ?? []).flatMap((it) => {
      return it.qualified_name === name ? [it.start_line] : [];
    });
    const index = lines.length === 1 ? 0 : lines.indexOf(start_line ?? -1);
    return index < 0 ? undefined : lines.length - 1 - index;
  }

  /** The declaration with this name in this line. */
  at({ path, qualified_name: name, start_line }: Copy): MeasuredDeclaration | undefined {
    const [index] = this.#indexes(path, (it) => it.qualified_name === name && it.start_line === start_line);
    return this.#measured(path, index);
  }

  countsOf(path: string): GramCounts | undefined {
    const known = this.#counts.get(path) ?? this.#gramsOf(path)?.ofFile();
    if (known !== undefined) this.#counts.set(path, known);
    return known;
  }

  gramsOfRun(path: string, startByte: number, endByte: number): HashTable | undefined {
    return this.#gramsOf(path)?.ofRun(startByte, endByte);
  }

  #indexes(path: string, isWanted: (it: DeclarationFacts) => boolean): number[] {
    const declarations = this.#files.get(path)?.declarations ?? [];
    return [...declarations.entries()].flatMap(([index, it]) => (isWanted(it) ? [index] : []));
  }

  #measured(path: string, index: number | undefined): MeasuredDeclaration | undefined {
    const declaration = this.#files.get(path)?.declarations[index ?? -1];
    const grams = index === undefined ? undefined : this.#gramsOf(path)?.ofDeclaration(index);
    if (declaration === undefined || grams === undefined) return undefined;
    return { grams, nodes: declaration.nodes };
  }

  #gramsOf(path: string): RangeGrams | undefined {
    const known = this.#grams.get(path);
    const elements = this.#files.get(path)?.elements;
    if (known !== undefined || elements === undefined) return known;
    const grams = new RangeGrams(elements);
    this.#grams.set(path, grams);
    return grams;
  }
}
