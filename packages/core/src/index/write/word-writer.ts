import { pause } from '#tree/pause.ts';
import { callsOfBlock } from '../calls/call-block.ts';
import { codeOf, NODE_KINDS } from '../codes.ts';
import type { FileCalls, Row } from '../port.ts';
import type { Statements } from '../sqlite/statements.ts';
import { WordBlockWriter } from '../words/word-block.ts';
import { type DocFile, DocSentences } from './doc-sentences.ts';
import { Table } from './table.ts';
import { WordsByNode } from './words-by-node.ts';

/** A lookup reads half a block more than it needs. */
const BLOCK_BYTES = 8 * 1024;
const NODES_BETWEEN_PAUSES = 4096;
const FILE = codeOf(NODE_KINDS, 'file');

const LANGUAGES = 'SELECT id, name FROM language';
const FILES = 'SELECT id, path, project_id, sha256 FROM file ORDER BY id';
const NODES = `
  SELECT id, kind, name_id, qualifier_id, parameters, start_line, language_id FROM node WHERE kind >= ${FILE} ORDER BY id`;
const CALLS = 'SELECT data FROM call_block ORDER BY first_file_id';

/**
 * Stores in which files and declarations each word is: of names, parameters, callees, doc comments and paths. The
 * operation `search` finds them with it.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeWords(statements: Statements, signal?: AbortSignal): Promise<void> {
  const words = new WordsByNode(statements);
  const calls = new CallsInOrder(statements);
  const docs = new DocSentences(statements, signal);
  const languages = new Map(statements.all(LANGUAGES, [], (row) => [row.integer('id'), row.text('name')]));
  const files = statements.iterate(FILES, [], wordedFile);
  let [file, visited] = [0, 0];
  for (const node of statements.iterate(NODES, [], wordedNode)) {
    const language = languages.get(node.language) ?? '';
    words.start(node.id);
    if (node.isFile) {
      file = node.id;
      calls.startFile(file);
      const { value } = files.next();
      if (value?.id !== file) throw new Error(`no file has node ${file}`);
      docs.startFile({ ...value, language });
      words.addPath(value.path);
    } else {
      words.addName(node.name, 'name');
      words.addName(node.qualifier, 'container');
      if (node.parameters !== '') words.addParameters(node.parameters);
      words.addDoc(await docs.of({ startLine: node.startLine, language }));
    }
    for (const callee of calls.of(node.isFile ? -1 : node.id - file - 1)) words.add(callee, 'callees');
    words.finish();
    if (++visited % NODES_BETWEEN_PAUSES === 0) await pause(signal);
  }
  // The last row is read, but not the end: the statement would keep the file locked.
  files.return?.();
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

interface WordedNode {
  id: number;
  isFile: boolean;
  /** Integer ids; 0 for none. */
  name: number;
  qualifier: number;
  language: number;
  /** JSON. */
  parameters: string;
  /** Of a declaration, 1-based. */
  startLine: number;
}

function wordedNode(row: Row): WordedNode {
  return {
    id: row.integer('id'),
    isFile: row.integer('kind') === FILE,
    name: row.optionalInteger('name_id') ?? 0,
    qualifier: row.optionalInteger('qualifier_id') ?? 0,
    language: row.optionalInteger('language_id') ?? 0,
    parameters: row.optionalText('parameters') ?? '',
    startLine: row.optionalInteger('start_line') ?? 1,
  };
}

function wordedFile(row: Row): Omit<DocFile, 'language'> & { id: number } {
  return {
    id: row.integer('id'),
    project: row.integer('project_id'),
    path: row.text('path'),
    sha256: row.optionalBytes('sha256'),
  };
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
