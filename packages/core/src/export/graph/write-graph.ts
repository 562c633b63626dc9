import { jsonText } from '@analyzer/contracts';
import type { Snapshot } from '#index/port.ts';
import { graphHeader, graphLists } from './rows.ts';

/**
 * The complete graph of an index as an `analyzer.graph.v1` document, one row per line. Equal indexes give equal bytes.
 */
export function* graphJson(snapshot: Snapshot): Generator<string> {
  yield jsonText(graphHeader(snapshot)).slice(0, -1);
  for (const { list, rows } of graphLists(snapshot)) {
    yield `,\n"${list}":[`;
    let separator = '\n';
    for (const row of rows) {
      yield separator + jsonText(row);
      separator = ',\n';
    }
    yield separator === '\n' ? ']' : '\n]';
  }
  yield '\n}\n';
}

/** The same as NDJSON: the properties before the lists, then each row with a property `row` that names its kind. */
export function* graphNdjson(snapshot: Snapshot): Generator<string> {
  yield `${jsonText(graphHeader(snapshot))}\n`;
  for (const { row, rows } of graphLists(snapshot)) {
    for (const content of rows) yield `${jsonText({ row, ...content })}\n`;
  }
}
