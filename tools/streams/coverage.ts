import { type CompiledLanguage, compileFacts } from '../../packages/core/src/parse/portable/extract/compile.ts';
import { FileFactsReader } from '../../packages/core/src/parse/portable/extract/file-facts.ts';
import { Positions } from '../../packages/core/src/parse/portable/extract/positions.ts';
import type { StreamData } from '../../packages/core/src/parse/portable/extract/stream-data.ts';
import type { NameTable } from '../../packages/core/src/parse/portable/flat-tree.ts';
import type { LanguageData } from '../../packages/core/src/parse/portable/languages.ts';
import type { ParsedSource } from './vectors.ts';

/**
 * Which rules no source needs: for each single value of the data, as a JSON Pointer, whether its removal leaves every
 * fingerprint as it is. Where a value must be there, what holds it is removed.
 *
 * @param sources of languages that have this data
 */
export function needlessRules(sources: readonly ParsedSource[], stream: StreamData): string[] {
  const facts = new Map(sources.map(({ data, tree }) => [data.id, compileFacts(data.facts, tree.names)]));
  const complete = new Readers(stream, facts);
  const expected = sources.map((source) => complete.fingerprints(source));
  const needless = (pointer: string): string | undefined => {
    try {
      const readers = new Readers(without(stream, pointer), facts);
      return sources.every((source, index) => readers.fingerprints(source) === expected[index]) ? pointer : undefined;
    } catch {
      const holder = pointer.slice(0, pointer.lastIndexOf('/'));
      return holder === '' ? undefined : needless(holder);
    }
  };
  return [...pointers(stream, '')].flatMap((pointer) => needless(pointer) ?? []);
}

/** Readers of the languages that share the stream data. */
class Readers {
  readonly #stream: StreamData;
  readonly #facts: ReadonlyMap<string, CompiledLanguage>;
  readonly #readers = new Map<string, FileFactsReader>();

  /** @param facts the compiled facts data of each language */
  constructor(stream: StreamData, facts: ReadonlyMap<string, CompiledLanguage>) {
    this.#stream = stream;
    this.#facts = facts;
  }

  /** All fingerprints of a source, with the streams in place of their hashes. */
  fingerprints({ data, tree }: ParsedSource): string {
    const reader = this.#readers.get(data.id) ?? this.#newReader(data, tree.names);
    const { tree_hash, declarations } = reader.read(tree, new Positions(tree.source), {}).facts;
    return JSON.stringify([tree_hash, declarations]);
  }

  #newReader(data: LanguageData, names: NameTable): FileFactsReader {
    const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
    const reader = new FileFactsReader({ ...data, stream: this.#stream }, names, latin1, this.#facts.get(data.id));
    this.#readers.set(data.id, reader);
    return reader;
  }
}

/** JSON Pointers to all leaf values of a document. */
function* pointers(value: unknown, at: string): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield at;
    return;
  }
  for (const [step, inner] of Object.entries(value)) {
    yield* pointers(inner, `${at}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function without<T>(value: T, pointer: string): T {
  const copy: T = structuredClone(value);
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let holder: unknown = copy;
  for (const step of steps.slice(0, -1)) holder = Reflect.get(Object(holder), step);
  const last = steps.at(-1) ?? '';
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else Reflect.deleteProperty(Object(holder), last);
  return copy;
}
