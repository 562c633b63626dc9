import { compareBytes } from '@analyzer/contracts/order';
import { pause } from '#tree/pause.ts';
import type { Row } from '../port.ts';
import type { Statements } from '../sqlite/statements.ts';
import { WordBlockWriter, WordPostings, wordsOfBlock } from '../words/word-block.ts';
import { CalleesInOrder } from './callees-in-order.ts';
import { type DocFile, DocSentences } from './doc-sentences.ts';
import type { EarlierRows, NodeRange } from './earlier-rows.ts';
import { Table } from './table.ts';
import { readWordedNodes } from './worded-nodes.ts';
import { type AddedWord, WordsByNode } from './words-by-node.ts';

/** A lookup reads half a block more than it needs. */
const BLOCK_BYTES = 8 * 1024;
const NODES_BETWEEN_PAUSES = 4096;

const LANGUAGES = 'SELECT id, name FROM language';
const FILES = `
  SELECT id, path, project_id, sha256, doc_of_file.data AS sentences
  FROM file LEFT JOIN temp.doc_of_file ON file_id = id
  WHERE id BETWEEN ? AND ? ORDER BY id`;
const STORED = 'SELECT data FROM word_block ORDER BY first_word';

/**
 * Stores in which files and declarations each word is: of names, parameters, callees, doc comments and paths. The
 * operation `search` finds them with it.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeWords(statements: Statements, earlier: EarlierRows, signal?: AbortSignal): Promise<void> {
  const words = new WordsByNode(statements);
  for (const range of earlier.added) await readWords(statements, range, words, signal);
  const table = new Table(statements, 'word_block', ['first_word', 'data']);
  let block = new WordBlockWriter();
  const finish = () => {
    if (block.size > 0) table.insert({ first_word: block.first, data: block.finish() });
    block = new WordBlockWriter();
  };
  for (const [word, postings] of withStored(words.sorted(), earlier)) {
    block.add(word, postings);
    if (block.size >= BLOCK_BYTES) finish();
  }
  finish();
}

async function readWords(
  statements: Statements,
  { first, last }: NodeRange,
  words: WordsByNode,
  signal: AbortSignal | undefined,
): Promise<void> {
  const calls = new CalleesInOrder(statements, { first, last });
  const docs = new DocSentences(statements, signal);
  const languages = new Map(statements.all(LANGUAGES, [], (row) => [row.integer('id'), row.text('name')]));
  const files = statements.iterate(FILES, [first, last], wordedFile);
  let [file, visited] = [0, 0];
  for (const node of readWordedNodes(statements, { first, last })) {
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
      if (docs.isUnread) await docs.read();
      words.addDoc(docs.of({ index: node.id - file - 1, startLine: node.startLine, language }));
    }
    for (const callee of calls.of(node.isFile ? -1 : node.id - file - 1)) words.add(callee, 'callees');
    words.finish();
    if (++visited % NODES_BETWEEN_PAUSES === 0) await pause(signal);
  }
  // The last row is read, but not the end: the statement would keep the file locked.
  files.return?.();
  calls.close();
}

type Word = [text: string, postings: WordPostings];

/** Words with those of the earlier index, ascending. */
function* withStored(added: readonly AddedWord[], earlier: EarlierRows): Generator<Word> {
  let at = 0;
  for (const stored of storedWords(earlier)) {
    const [word] = stored;
    let [, postings] = stored;
    for (let next = added[at]; next !== undefined; next = added[at]) {
      const order = compareBytes(next.text, word);
      if (order > 0) break;
      at++;
      if (order === 0) postings = postings.with(next.postings());
      else yield [next.text, next.postings()];
    }
    yield [word, postings];
  }
  for (; at < added.length; at++) {
    const next = added[at];
    if (next !== undefined) yield [next.text, next.postings()];
  }
}

function* storedWords(earlier: EarlierRows): Generator<Word> {
  for (const data of earlier.all(STORED, [], (row) => row.bytes('data'))) {
    for (const { word, visit } of wordsOfBlock(data)) {
      const postings = new WordPostings();
      visit((node, fields) => {
        const its = earlier.nodeOf(node);
        if (its > 0) postings.add(its, fields);
      });
      if (postings.count > 0) yield [word, postings];
    }
  }
}

function wordedFile(row: Row): Omit<DocFile, 'language'> & { id: number } {
  return {
    id: row.integer('id'),
    project: row.integer('project_id'),
    path: row.text('path'),
    sha256: row.optionalBytes('sha256'),
    sentences: row.optionalBytes('sentences'),
  };
}
