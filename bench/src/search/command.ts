// Guards: that search ranks documented functions above plain BM25 over the same words, without their doc comments. Takes: not measured.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SearchData } from '@analyzer/contracts/query/search.data';
import { codeOf, NODE_KINDS } from '@analyzer/core/index/codes.ts';
import type { IndexReader, Snapshot } from '@analyzer/core/index/port.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { docSentence } from '@analyzer/core/index/words/doc-sentence.ts';
import { splitName } from '@analyzer/core/index/words/split-words.ts';
import { wordsWithPrefix } from '@analyzer/core/index/words/stored-words.ts';
import { WORD_FIELDS } from '@analyzer/core/index/words/word-block.ts';
import { describeNodes } from '@analyzer/core/query/describe/nodes.ts';
import { search } from '@analyzer/core/query/operations/search.ts';
import { createQuery } from '@analyzer/core/query/query.ts';
import rules from '../../../languages/search.json' with { type: 'json' };
import { table } from '../table.ts';
import { Random } from '../unbreakable/random.ts';
import { Bm25 } from './bm25.ts';

const SEED = 20_261_128;
/** Ranks that count. */
const [LISTED, HIT] = [50, 5];
/** Words of a sentence or name that is asked. */
const [MIN_SENTENCE, MIN_NAME] = [3, 2];

const STOP_WORDS = new Set(rules.stop_words.list);
const query = createQuery([search]);

interface Asked {
  id: number;
  nodeId: string;
  project: string;
  name: string;
  sentence: string;
}

/** Sums over questions. */
interface Score {
  reciprocal: number;
  hits: number;
  of: number;
}

/**
 * `bench search --path DIR --index DB [--each N] [--seed N] [--show N]`: asks an index of the folders in DIR, each a project with the
 * label of its folder, for functions by the first sentence of their doc comment, and by the words of their name in reverse.
 */
export async function searchCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      path: { type: 'string', default: '.' },
      index: { type: 'string', default: '.analyzer/index.db' },
      each: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(SEED) },
      show: { type: 'string', default: '0' },
    },
  });
  // Words that only doc comments have are not found, and count for no rank.
  rules.fields.doc = 0;
  const reader = await openIndex(values.index);
  try {
    const { asked, plain } = reader.read((snapshot) => ({
      asked: documented(snapshot, resolve(values.path), { each: Number(values.each), seed: Number(values.seed) }),
      plain: plainSearch(snapshot),
    }));
    report(reader, plain, asked, Number(values.show));
  } finally {
    reader.close();
  }
}

function report(reader: IndexReader, plain: Bm25, asked: readonly Asked[], show: number): void {
  const rows: string[][] = [];
  const faults: string[] = [];
  const kinds = [
    { kind: 'sentence', textOf: ({ sentence }: Asked) => sentence },
    { kind: 'name', textOf: ({ name }: Asked) => splitName(name).words.reverse().join(' ') },
  ];
  for (const { kind, textOf } of kinds) {
    const [all, allPlain]: [Score, Score] = [zero(), zero()];
    for (const project of new Set(asked.map((one) => one.project))) {
      const [own, ownPlain]: [Score, Score] = [zero(), zero()];
      for (const one of asked.filter((other) => other.project === project)) {
        const text = textOf(one);
        if (kind === 'name' && splitName(one.name).words.length < MIN_NAME) continue;
        const [place, plainPlace] = [placeOf(reader, text, one), plain.search(wordsOf(text)).indexOf(one.id)];
        for (const score of [own, all]) count(score, place);
        for (const score of [ownPlain, allPlain]) count(score, plainPlace);
        if (place > plainPlace && plainPlace >= 0 && show > 0 && plainPlace < HIT)
          process.stdout.write(`${project} ${one.name}: ${place + 1}, plain ${plainPlace + 1}: ${text}\n`);
      }
      rows.push(row(`${project}, ${kind}`, own, ownPlain));
    }
    rows.push(row(`all, ${kind}`, all, allPlain));
    if (all.reciprocal < allPlain.reciprocal || all.hits < allPlain.hits) faults.push(kind);
  }
  process.stdout.write(table([['', 'questions', 'MRR', 'hit@5', 'BM25: MRR', 'hit@5'], ...rows]));
  if (faults.length > 0) throw new Error(`below plain BM25: ${faults.join(', ')}`);
}

function zero(): Score {
  return { reciprocal: 0, hits: 0, of: 0 };
}

function count(score: Score, place: number): void {
  score.of++;
  if (place < 0 || place >= LISTED) return;
  score.reciprocal += 1 / (place + 1);
  if (place < HIT) score.hits++;
}

function row(name: string, own: Score, plain: Score): string[] {
  const mrr = ({ reciprocal, of }: Score) => (reciprocal / Math.max(1, of)).toFixed(3);
  const hits = ({ hits, of }: Score) => `${((100 * hits) / Math.max(1, of)).toFixed(1)} %`;
  return [name, String(own.of), mrr(own), hits(own), mrr(plain), hits(plain)];
}

function placeOf(reader: IndexReader, text: string, { nodeId }: Asked): number {
  const params = { text, limit: LISTED };
  const outcome = query(reader, { schema: 'analyzer.request.v1', operation: 'search', params });
  if ('error' in outcome) throw new Error(`${text}: ${outcome.error.message}`);
  const data: SearchData = JSON.parse(JSON.stringify(outcome.ok.data));
  return data.items.findIndex(({ node }) => node.node_id === nodeId);
}

const DECLARATIONS = `
  SELECT node.id, label, path, name.text AS name, start_line, language.name AS language
  FROM node JOIN file ON file.id = node.file_id JOIN project ON project.id = node.project_id
  JOIN name ON name.id = node.name_id JOIN language ON language.id = node.language_id
  WHERE node.classes = 0 AND node.kind > ${codeOf(NODE_KINDS, 'file')} ORDER BY node.id`;

/** Declarations of product code with a doc comment, some of each project. */
function documented(snapshot: Snapshot, folder: string, { each, seed }: { each: number; seed: number }): Asked[] {
  const linesOf = new Map<string, string[]>();
  const found = snapshot.all(DECLARATIONS, [], (row) => {
    const [project, name] = [row.text('label'), row.text('name')];
    const file = join(folder, project, row.text('path'));
    const lines = linesOf.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8').split(/\r\n|[\r\n]/) : []);
    linesOf.set(file, lines);
    const sentence = docSentence(lines, row.integer('start_line') - 1, row.text('language'));
    return { id: row.integer('id'), nodeId: '', project, name, sentence };
  });
  const random = new Random(seed);
  const asked = [...new Set(found.map(({ project }) => project))].flatMap((project) => {
    const its = found.filter((one) => one.project === project && wordsOf(one.sentence).length >= MIN_SENTENCE);
    const chosen: typeof its = [];
    while (chosen.length < each && its.length > 0) chosen.push(...its.splice(random.below(its.length), 1));
    return chosen;
  });
  const nodes = describeNodes(
    snapshot,
    asked.map(({ id }) => id),
  );
  return asked.map((one) => ({ ...one, nodeId: nodes.get(one.id)?.node_id ?? '' }));
}

/** The words of a question, as the operation chooses them. */
function wordsOf(text: string): string[] {
  const { words } = splitName(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

const FILES = 'SELECT id, file_id FROM node WHERE file_id IS NOT NULL ORDER BY id';

/** Plain BM25 over the words of each declaration and of the path of its file, without doc comments. */
function plainSearch(snapshot: Snapshot): Bm25 {
  const inFile = new Map<number, number[]>();
  snapshot.all(FILES, [], (row) => {
    const file = row.integer('file_id');
    const its = inFile.get(file);
    if (its === undefined) inFile.set(file, [row.integer('id')]);
    else its.push(row.integer('id'));
  });
  const plain = new Bm25();
  for (const stored of wordsWithPrefix(snapshot, '')) {
    stored.visit((node, fields) => {
      let times = 0;
      for (let rest = fields & ~WORD_FIELDS.doc; rest > 0; rest &= rest - 1) times++;
      if (times === 0) return;
      for (const other of inFile.get(node) ?? [node]) plain.add(other, stored.word, other === node ? times : 1);
    });
  }
  return plain;
}
