import { collectIfLarge } from '../../collect-garbage.ts';
import type { ElementBlock } from '../../elements/element-block.ts';
import type { DeclarationFacts, FileFacts, TokenRecord } from '../../facts.ts';
import { TokenBlockWriter } from '../../tokens/token-block.ts';
import type { FlatTree, NameTable } from '../flat-tree.ts';
import type { LanguageData } from '../languages.ts';
import { type CompiledLanguage, compileFacts } from './compile.ts';
import type { CallbackNode, Declaration } from './declarations.ts';
import { type ComparedBody, ElementReader } from './elements/element-reader.ts';
import { extractFacts } from './extract.ts';
import { type Digest, Fingerprints, type OwnNames } from './fingerprint.ts';
import type { Positions } from './positions.ts';
import { type RootSpan, StreamPass } from './stream.ts';
import { compileStream, type StreamRules } from './stream-rules.ts';
import { syntaxTree } from './syntax-tree.ts';

/**
 * Declarations inside more than this many others have no fingerprint. Each fingerprint reads all that is inside, so
 * without a bound a file that is nothing but nesting would cost the square of its size.
 */
const DEEPEST = 200;

/** The same for callbacks that are compared. */
const DEEPEST_CALLBACK = 64;

const NO_FACTS: Readonly<Omit<FileFacts, 'imports'>> = {
  tree_hash: '0'.repeat(64),
  declarations: [],
  calls: { callee: [], line: [], within: [] },
  control: { kind: [], depth: [], line: [], within: [] },
};

/** Optional results. */
export interface Extras {
  tokens?: boolean;
  grams?: boolean;
  elements?: boolean;
  /** Leave out uses of names. */
  withoutUses?: boolean;
  /** Imports without a value that the file uses are left out by the compiler. */
  elides?: boolean;
}

/** The facts of a file, and its elements for `finishElements`. */
export interface ReadFacts {
  facts: FileFacts;
  elements?: ElementBlock;
}

/** Reads the facts of a file: those of its tree, and the fingerprints of its declarations. */
export class FileFactsReader {
  readonly #facts: CompiledLanguage;
  readonly #rules: StreamRules;
  readonly #pass: StreamPass;
  readonly #fingerprints: Fingerprints;
  readonly #elements: ElementReader;

  /**
   * @param digest the hash of a domain and a stream; default is SHA-256
   * @param facts the compiled facts data of the language
   */
  constructor(data: LanguageData, names: NameTable, digest?: Digest, facts = compileFacts(data.facts, names)) {
    this.#facts = facts;
    this.#rules = compileStream(data.stream, names);
    this.#pass = new StreamPass(this.#rules);
    this.#fingerprints = new Fingerprints(data, digest);
    this.#elements = new ElementReader(data, this.#rules, this.#facts.noise, names);
  }

  read(
    tree: FlatTree,
    positions: Positions,
    { tokens = false, grams = false, elements = false, ...reading }: Extras,
  ): ReadFacts {
    const { declarations, callbacks, ...lists } = extractFacts(tree, this.#facts, positions, reading);
    const roots = [...new Set([0, ...declarations.map(({ node }) => node)])].sort((a, b) => a - b);
    const depths = nesting(declarations);
    const compared = elements ? comparedBodies(tree, declarations, depths) : [];
    const anonymous = elements ? comparedCallbacks(tree, callbacks) : [];
    if (elements) {
      const bodies = new Set([...compared, ...anonymous].map(({ body }) => body));
      this.#elements.regions.begin([...bodies].sort((a, b) => a - b));
    }
    this.#pass.run(tree, roots, tokens, elements ? this.#elements.regions : undefined);
    collectIfLarge(tree.source);
    const spans = new Map(this.#pass.spans.map((span) => [span.node, span]));
    const file = spans.get(0);
    const records = tokens ? new TokenBlockWriter() : undefined;
    const printed = declarations.map(({ node, range }, index) => {
      const span = spans.get(node);
      const isPrinted = span !== undefined && span.to > span.from && tree.broken[range] === 0;
      return isPrinted && (depths[index] ?? 0) <= DEEPEST ? span : undefined;
    });
    const members = tokens ? memberSpans(declarations, printed) : new Map<number, RootSpan[]>();
    const completed = declarations.map((declaration, index) => {
      // A copy of each would have a hidden class of its own in V8, of 400 bytes.
      const facts: DeclarationFacts = Object.assign(declaration.facts, {
        nodes: spans.get(declaration.node)?.nodes ?? 0,
      });
      const span = printed[index];
      if (span !== undefined) this.#print(tree, declaration, facts, span);
      const record =
        records && span
          ? this.#record(tree, declaration, { span, members: members.get(index) ?? [] }, positions)
          : null;
      records?.add(record, facts.start_line);
      return facts;
    });
    const hash = file === undefined ? '' : this.#fingerprints.tree(this.#pass, file);
    // Before elements, which take as much memory.
    this.#fingerprints.release();
    this.#pass.releaseLeaves();
    if (tokens) collectIfLarge(tree.source);
    const facts = {
      tree_hash: hash,
      declarations: completed,
      ...lists,
      ...(records && records.size > 0 ? { tokens: records.finish() } : {}),
      ...(grams ? { grams: this.#fingerprints.grams(this.#pass) } : {}),
    };
    if (!elements) return { facts };
    const nodes = { bodies: compared, callbacks: anonymous, functions: functionNodes(declarations) };
    return { facts, elements: this.#elements.read(tree, this.#pass, nodes, positions) };
  }

  /** Reads only the syntax tree and the imports. */
  readTree(tree: FlatTree, positions: Positions, elides: boolean): ReadFacts {
    const { imports } = extractFacts(tree, this.#facts, positions, { withoutUses: true, elides });
    this.#pass.run(tree, [0], true);
    return { facts: { ...NO_FACTS, imports, tree: syntaxTree(tree, this.#pass, this.#rules, this.#facts) } };
  }

  /** Frees the memory of the last tree if it was large. */
  release(): void {
    this.#pass.release();
    this.#elements.regions.begin([]);
  }

  /** Adds the fingerprints to the facts. */
  #print(tree: FlatTree, declaration: Declaration, facts: DeclarationFacts, span: RootSpan): void {
    if (!isFunction(facts)) {
      facts.tree_hash = this.#fingerprints.tree(this.#pass, span);
    } else if (declaration.body >= 0) {
      const { body, shape } = this.#fingerprints.of(this.#pass, tree, span, this.#ownNames(tree, declaration));
      facts.function_body = body;
      facts.function_shape = shape;
    }
  }

  /** @param members functions in a type that have records of their own */
  #record(
    tree: FlatTree,
    declaration: Declaration,
    { span, members }: { span: RootSpan; members: readonly RootSpan[] },
    positions: Positions,
  ): TokenRecord | null {
    if (!isFunction(declaration.facts)) {
      return this.#fingerprints.typeTokens(this.#pass, tree, span, members, positions);
    }
    if (declaration.body < 0) return null;
    return this.#fingerprints.tokens(this.#pass, tree, span, this.#ownNames(tree, declaration), positions);
  }

  /** Spelled as the stream spells leaves: the declared name, and that of a named function expression. */
  #ownNames(tree: FlatTree, { facts, bare, node }: Declaration): OwnNames {
    const names = [bare];
    const field = this.#rules.nameFields[tree.kind[node] ?? 0];
    const end = node + (tree.size[node] ?? 1);
    for (let child = node + 1; field !== undefined && child < end; child += tree.size[child] ?? 1) {
      if (tree.field[child] === field) names.push(tree.source.slice(tree.start[child], tree.end[child]));
    }
    const spelled = this.#rules.fields ? names.map((name) => JSON.stringify(name)) : names;
    return { names: spelled, isMethod: facts.kind === 'method' };
  }
}

/** The functions directly in each declaration that have token records, in order. */
function memberSpans(
  declarations: readonly Declaration[],
  printed: readonly (RootSpan | undefined)[],
): Map<number, RootSpan[]> {
  const members = new Map<number, RootSpan[]>();
  declarations.forEach(({ facts, body }, index) => {
    const span = printed[index];
    if (span === undefined || body < 0 || !isFunction(facts)) return;
    const its = members.get(facts.within);
    if (its === undefined) members.set(facts.within, [span]);
    else its.push(span);
  });
  return members;
}

/** How many declarations each one lies in; outer ones come first. */
function nesting(declarations: readonly Declaration[]): Int32Array {
  const depths = new Int32Array(declarations.length);
  declarations.forEach(({ facts }, index) => {
    depths[index] = facts.within < 0 ? 0 : (depths[facts.within] ?? 0) + 1;
  });
  return depths;
}

/** The bodies of declarations without a syntax error. */
function comparedBodies(tree: FlatTree, declarations: readonly Declaration[], depths: Int32Array): ComparedBody[] {
  return declarations.flatMap(({ body, range }, declaration) => {
    const isCompared = body >= 0 && tree.broken[range] === 0 && (depths[declaration] ?? 0) <= DEEPEST;
    return isCompared ? [{ declaration, body }] : [];
  });
}

/** Callbacks without a syntax error that are not in too many others: each is compared with all that is inside. */
function comparedCallbacks(tree: FlatTree, callbacks: readonly CallbackNode[]): CallbackNode[] {
  const around: number[] = [];
  return callbacks.filter(({ node }) => {
    while (around.length > 0 && (around.at(-1) ?? 0) <= node) around.pop();
    around.push(node + (tree.size[node] ?? 1));
    return tree.broken[node] === 0 && around.length <= DEEPEST_CALLBACK;
  });
}

function functionNodes(declarations: readonly Declaration[]): number[] {
  return declarations.flatMap(({ facts, node, range }) => (isFunction(facts) ? [node, range] : []));
}

function isFunction({ kind }: Pick<DeclarationFacts, 'kind'>): boolean {
  return kind === 'function' || kind === 'method';
}
