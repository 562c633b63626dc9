import type { CheckedContract } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { plural } from './terminal/numbers.ts';
import type { TerminalStyle } from './terminal/terminal-style.ts';

/** Contracts with their matches, verdicts and evidence. */
export function* renderContracts(contracts: readonly CheckedContract[], style: TerminalStyle): Generator<string> {
  for (const contract of contracts) {
    const { id, pointer, file, scope, intent, priority, status, selector, matched } = contract;
    yield `${style.paint('strong', style.name(`${id ?? pointer}  ${status}`))}\n`;
    if (file !== undefined) yield `  file     ${style.name(file)}\n`;
    yield `  scope    ${style.name(scope)}${selector === 'free' ? '  (free text)' : ''}\n`;
    yield `  intent   ${style.name(intent)}\n`;
    if (priority !== undefined) yield `  priority ${priority}\n`;
    yield `  matches  ${plural(matched, 'match', 'matches')}\n`;
    for (const { path, name, start_line, end_line } of contract.matches) {
      const lines = start_line === undefined ? '' : `:${start_line}-${end_line ?? start_line}`;
      yield `    ${style.name(`${path}${lines}${name === undefined ? '' : `  ${name}`}`)}\n`;
    }
    if (matched > contract.matches.length) yield `    and ${matched - contract.matches.length} more\n`;
    yield* entryLines(contract, style);
  }
}

function* entryLines({ entries }: CheckedContract, style: TerminalStyle): Generator<string> {
  for (const { list, text, status, reason, evidence } of entries) {
    yield `  ${style.name(`${status}  ${list} ${text}`)}\n`;
    if (reason !== undefined && evidence.length === 0) yield `    ${style.name(reason)}\n`;
    for (const { path, line, text: found, through } of evidence) {
      const way = through.length === 0 ? '' : `  through ${through.join(` ${style.glyphs.arrow} `)}`;
      yield `    ${style.name(`${path}:${line}  ${found}${way}`)}\n`;
    }
  }
}
