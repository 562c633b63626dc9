import type { CheckedContract } from '@analyzer/contracts/analyzer.manifest-report.v1';
import type { Look } from './terminal/look.ts';
import { plural } from './terminal/numbers.ts';

/** Contracts with all that is known of them: what they match, and what is decided on which evidence. */
export function* renderContracts(contracts: readonly CheckedContract[], look: Look): Generator<string> {
  for (const contract of contracts) {
    const { id, pointer, file, scope, intent, priority, status, selector, matched } = contract;
    yield `${look.paint('strong', look.name(`${id ?? pointer}  ${status}`))}\n`;
    if (file !== undefined) yield `  file     ${look.name(file)}\n`;
    yield `  scope    ${look.name(scope)}${selector === 'free' ? '  (free text)' : ''}\n`;
    yield `  intent   ${look.name(intent)}\n`;
    if (priority !== undefined) yield `  priority ${priority}\n`;
    yield `  matches  ${plural(matched, 'place')}\n`;
    for (const { path, name, start_line, end_line } of contract.matches) {
      const lines = start_line === undefined ? '' : `:${start_line}-${end_line ?? start_line}`;
      yield `    ${look.name(`${path}${lines}${name === undefined ? '' : `  ${name}`}`)}\n`;
    }
    if (matched > contract.matches.length) yield `    and ${matched - contract.matches.length} more\n`;
    yield* entryLines(contract, look);
  }
}

function* entryLines({ entries }: CheckedContract, look: Look): Generator<string> {
  for (const { list, text, status, reason, evidence } of entries) {
    yield `  ${look.name(`${status}  ${list} ${text}`)}\n`;
    if (reason !== undefined && evidence.length === 0) yield `    ${look.name(reason)}\n`;
    for (const { path, line, text: found, through } of evidence) {
      const way = through.length === 0 ? '' : `  through ${through.join(` ${look.glyphs.arrow} `)}`;
      yield `    ${look.name(`${path}:${line}  ${found}${way}`)}\n`;
    }
  }
}
