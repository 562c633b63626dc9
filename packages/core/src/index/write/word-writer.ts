import { compareBytes } from '@analyzer/contracts/order';
import { STOP_WORDS } from '#languages/search-rules.ts';
import { pause } from '#tree/pause.ts';
import { callsOfBlock } from '../calls/call-block.ts';
import { codeOf, NODE_KINDS } from '../codes.ts';
import type { FileCalls, Row } from '../port.ts';
import type { Statements } from '../sqlite/statements.ts';
import { type SplitName, splitName } from '../words/split-words.ts';
import { WORD_FIELDS, WordBlockWriter, type WordField, WordPostings } from '../words/word-block.ts';
import { type DocFile, DocSentences } from './doc-sentences.ts';
import { Table } from './table.ts';

/** A lookup reads half a block more than it needs. */
const BLOCK_BYTES = 8 * 1024;
const NODES_BETWEEN_PAUSES = 4096;
const FILE = codeOf(NODE_KINDS, 'file');

const NODES = `
  SELECT node.id, node.kind, name.text AS name, qualifier.text AS qualifier, node.parameters, node.start_line,
    file.path, node.project_id, file.sha256, language.name AS language
  FROM node LEFT JOIN name ON name.id = node.name_id LEFT JOIN name AS qualifier ON qualifier.id = node.qualifier_id
  LEFT JOIN file ON file.id = node.id LEFT JOIN language ON language.id = node.language_id
  WHERE node.kind >= ${FILE} ORDER BY node.id`;
const CALLS = 'SELECT data FROM call_block ORDER BY first_file_id';

/** Text in quotes, as the default value of a parameter: words of literals are not stored. */
const QUOTED = /(["'`])(?:\\.|(?!\1)[^\\])*\1?/gs;
const NUMBER = /^\p{N}+$/u;

/**
 * Stores in which files and declarations each word is: of names, parameters, callees, doc comments and paths. The
 * operation `search` finds them with it.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeWords(statements: Statements, signal?: AbortSignal): Promise<void> {
  const words = new Words();
  const calls = new CallsInOrder(statements);
  const docs = new DocSentences(statements, signal);
  let [file, visited] = [0, 0];
  for (const node of statements.iterate(NODES, [], wordedNode)) {
    if (node.isFile) {
      file = node.id;
      calls.startFile(file);
      docs.startFile(node);
    }
    words.start(node.id);
    if (node.isFile) words.addPath(node.name);
    else {
      words.add(node.name, 'name');
      words.add(node.qualifier, 'container');
      if (node.parameters !== '') words.addParameters(node.parameters);
      words.addDoc(await docs.of(node));
    }
    for (const callee of calls.of(node.isFile ? -1 : node.id - file - 1)) words.add(callee, 'callees');
    words.finish();
    if (++visited % NODES_BETWEEN_PAUSES === 0) await pause(signal);
  }
  const table = new Table(statements, 'word_block', ['first_word', 'data']);
  let block = new WordBlockWriter();
  const finish = () => {
    if (block.size > 0) table.insert({ first_word: block.first, data: block.finish() });
    block = new WordBlockWriter();
  };
  for (const [word, postings] of words.sorted()) {
    block.add(word, postings);
    if (block.size >= BLOCK_BYTES) finish();
  }
  finish();
}

interface WordedNode extends DocFile {
  id: number;
  isFile: boolean;
  /** Of a declaration, 1-based. */
  startLine: number;
  /** Of a file, its path. */
  name: string;
  qualifier: string;
  /** JSON. */
  parameters: string;
}

function wordedNode(row: Row): WordedNode {
  const isFile = row.integer('kind') === FILE;
  return {
    id: row.integer('id'),
    isFile,
    name: row.optionalText(isFile ? 'path' : 'name') ?? '',
    qualifier: row.optionalText('qualifier') ?? '',
    parameters: row.optionalText('parameters') ?? '',
    startLine: row.optionalInteger('start_line') ?? 1,
    project: row.integer('project_id'),
    path: row.optionalText('path') ?? '',
    sha256: row.optionalBytes('sha256'),
    language: row.optionalText('language') ?? '',
  };
}

/** Words by node, which are added in ascending order. */
class Words {
  readonly #postings = new Map<string, WordPostings>();
  /** Names are repeated. */
  readonly #splits = new Map<string, SplitName>();
  readonly #fields = new Map<string, number>();
  #node = 0;

  start(node: number): void {
    this.#node = node;
  }

  add(text: string, field: WordField): void {
    const { words, joined } = this.#split(text);
    for (const word of words) this.#addWord(word, field);
    if (field === 'name' && joined !== undefined) this.#addWord(joined, field);
  }

  addPath(path: string): void {
    const start = path.lastIndexOf('/') + 1;
    const end = path.lastIndexOf('.');
    this.add(path.slice(start, end > start ? end : undefined), 'name');
    this.add(path.slice(0, start), 'container');
  }

  /** @param parameters JSON */
  addParameters(parameters: string): void {
    const names: string[] = JSON.parse(parameters);
    for (const name of names) {
      for (const word of this.#split(name.replace(QUOTED, ' ')).words) {
        if (!NUMBER.test(word)) this.#addWord(word, 'parameters');
      }
    }
  }

  addDoc(sentence: string): void {
    for (const part of sentence.split(/\s+/)) {
      for (const word of this.#split(part).words) {
        if (!NUMBER.test(word) && !STOP_WORDS.has(word)) this.#addWord(word, 'doc');
      }
    }
  }

  /** Adds the words of the node. */
  finish(): void {
    for (const [word, fields] of this.#fields) {
      let postings = this.#postings.get(word);
      if (postings === undefined) {
        postings = new WordPostings();
        this.#postings.set(word, postings);
      }
      postings.add(this.#node, fields);
    }
    this.#fields.clear();
  }

  sorted(): [string, WordPostings][] {
    return [...this.#postings].sort(([a], [b]) => compareBytes(a, b));
  }

  #addWord(word: string, field: WordField): void {
    this.#fields.set(word, (this.#fields.get(word) ?? 0) | WORD_FIELDS[field]);
  }

  #split(text: string): SplitName {
    let split = this.#splits.get(text);
    if (split === undefined) {
      split = splitName(text);
      this.#splits.set(text, split);
    }
    return split;
  }
}

/** The callees of declarations, read along with the nodes. */
class CallsInOrder {
  readonly #files: Iterator<FileCalls>;
  #next: FileCalls | undefined;
  #callees = new Map<number, Set<string>>();

  constructor(statements: Statements) {
    this.#files = filesOf(statements);
    this.#next = this.#read();
  }

  startFile(file: number): void {
    this.#callees = new Map();
    if (this.#next?.file !== file) return;
    const { callee, within } = this.#next;
    for (const [call, text] of callee.entries()) {
      const declaration = within[call] ?? -1;
      const known = this.#callees.get(declaration);
      if (known === undefined) this.#callees.set(declaration, new Set([text]));
      else known.add(text);
    }
    this.#next = this.#read();
  }

  /** @param declaration its index in the file; -1 for calls outside of declarations */
  of(declaration: number): Iterable<string> {
    return this.#callees.get(declaration) ?? [];
  }

  #read(): FileCalls | undefined {
    const next = this.#files.next();
    return next.done === true ? undefined : next.value;
  }
}

function* filesOf(statements: Statements): Generator<FileCalls> {
  for (const data of statements.iterate(CALLS, [], (row) => row.bytes('data'))) yield* callsOfBlock(data);
}
