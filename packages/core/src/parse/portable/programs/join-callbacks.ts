import { type Callbacks, type ElementBlock, newCallbacks } from '../../elements/element-block.ts';
import type { DeclarationFacts } from '../../facts.ts';
import { MIN_NODES } from '../extract/elements/element-reader.ts';
import type { Exchange, Places } from './exchanges.ts';
import { FilePlaces, type Place } from './file-places.ts';

/** A callback of the file. */
interface Row extends Place {
  name: string;
  first: number;
  count: number;
  lastClosings: number;
  nodes: number;
}

/** Those of the file and of programs, and the declarations of programs, in order of position. */
export function joinCallbacks(own: Callbacks, exchanges: readonly Exchange[], places: Places): Callbacks {
  const rows = callbackRows(own).map((row) => {
    const [first, count] = places.range(row.first, row.count);
    return { ...row, first, count };
  });
  for (const { program, block, first } of exchanges) {
    const [element, place] = [places.of(first), new FilePlaces(program)];
    for (const row of [...declarationRows(program.facts.declarations, block), ...callbackRows(block.callbacks)]) {
      const start_byte = place.byte(row.start_byte);
      rows.push({
        ...row,
        first: element + row.first,
        start_line: place.line(row.start_line),
        end_line: place.line(row.end_line),
        start_byte,
        end_byte: Math.max(place.byte(row.end_byte, true), start_byte),
      });
    }
  }
  rows.sort((a, b) => a.start_byte - b.start_byte || b.end_byte - a.end_byte);
  const joined = newCallbacks(rows.length);
  for (const [at, row] of rows.entries()) {
    joined.name[at] = row.name;
    joined.first[at] = row.first;
    joined.count[at] = row.count;
    joined.lastClosings[at] = row.lastClosings;
    joined.nodes[at] = row.nodes;
    joined.startLine[at] = row.start_line;
    joined.endLine[at] = row.end_line;
    joined.startByte[at] = row.start_byte;
    joined.endByte[at] = row.end_byte;
  }
  return joined;
}

function callbackRows(callbacks: Callbacks): Row[] {
  return callbacks.name.map((name, at) => ({
    name,
    first: callbacks.first[at] ?? 0,
    count: callbacks.count[at] ?? 0,
    lastClosings: callbacks.lastClosings[at] ?? 0,
    nodes: callbacks.nodes[at] ?? 0,
    start_line: callbacks.startLine[at] ?? 0,
    end_line: callbacks.endLine[at] ?? 0,
    start_byte: callbacks.startByte[at] ?? 0,
    end_byte: callbacks.endByte[at] ?? 0,
  }));
}

function declarationRows(declarations: readonly DeclarationFacts[], { bodies }: ElementBlock): Row[] {
  return Array.from(bodies.declaration).flatMap((declaration, at): Row[] => {
    const facts = declarations[declaration];
    if (facts === undefined || facts.nodes < MIN_NODES) return [];
    const { kind, qualified_name, nodes, start_line, end_line, start_byte, end_byte } = facts;
    const range = {
      first: bodies.first[at] ?? 0,
      count: bodies.count[at] ?? 0,
      lastClosings: bodies.lastClosings[at] ?? 0,
    };
    return [{ name: `${qualified_name} ${kind}`, ...range, nodes, start_line, end_line, start_byte, end_byte }];
  });
}
