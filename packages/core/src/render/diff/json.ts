import { visibleControls } from '@analyzer/contracts/controls';
import type {
  DeclarationChange,
  DeclarationState,
  Diff,
  FileChange,
  FileState,
  GroupChange,
  Side,
} from '#diff/model.ts';
import { blockText, coverageText } from '../json.ts';
import { Chunk, optional, quote, quoteList } from '../json-text.ts';
import { selectionText } from '../options-text.ts';
import { countChanges } from './counts.ts';

/**
 * `analyzer.diff.v1` in chunks of about 64 KiB, formatted like `analyzer.scan.v1`: properties in schema order, no white
 * space, a line feed after each item of a top-level array and at the end.
 */
export function* renderDiffJson(diff: Diff): Generator<string> {
  for (const piece of pieces(diff)) yield visibleControls(piece);
}

function* pieces(diff: Diff): Generator<string> {
  const out = new Chunk();
  out.text =
    `{"schema":"analyzer.diff.v1","engine":${quote(diff.engine)}` +
    `,"before":${sideText(diff.before)},"after":${sideText(diff.after)},"options":${optionsText(diff)}` +
    `,"coverage":{"before":${coverageText(diff.scans.before)},"after":${coverageText(diff.scans.after)}}` +
    `,"summary":${JSON.stringify(countChanges(diff))}` +
    (diff.ignored === undefined ? '' : `,"ignored":${JSON.stringify(diff.ignored)}`);
  yield* rows('declarations', diff.declarations, out, declarationText);
  yield* rows('regroupings', diff.regroupings, out, ({ change, path, parts }) => {
    const list = parts.map((part) => `{"path":${quote(part.path)},"declarations":${part.declarations}}`);
    return `{"change":"${change}","path":${quote(path)},"parts":[${list.join(',')}]}`;
  });
  yield* rows('imports', diff.imports, out, ({ change, path, line, state, target }) => {
    return `{"change":"${change}","path":${quote(path)},"line":${line},"state":"${state}","target":${quote(target)}}`;
  });
  yield* rows('unchanged_imports', diff.unchanged_imports, out, ({ path, line, target }) => {
    return `{"path":${quote(path)},"line":${line},"target":${quote(target)}}`;
  });
  yield* rows('cycles', diff.cycles, out, ({ change, before, after }) => {
    return `{"change":"${change}","before":${quoteList(before)},"after":${quoteList(after)}}`;
  });
  yield* rows('groups', diff.groups, out, groupText);
  if (diff.missed !== undefined) yield* rows('missed', diff.missed, out, (it) => JSON.stringify(it));
  if (diff.drift !== undefined) yield* rows('drift', diff.drift, out, (it) => JSON.stringify(it));
  yield* rows('files', diff.files, out, fileText);
  yield* rows('similar_files', diff.similar_files, out, ({ removed, added, intersection, union }) => {
    return `{"removed":${quote(removed)},"added":${quote(added)},"intersection":${intersection},"union":${union}}`;
  });
  const { pairs, considered, verified, pruned, truncated, skipped } = diff.similarity_search;
  out.text +=
    `,"similarity_search":{"pairs":${pairs},"considered":${considered},"verified":${verified},"pruned":${pruned}` +
    `,"truncated":${truncated},"skipped":${skipped}}` +
    `,"runtime":${JSON.stringify(diff.runtime)}}\n`;
  yield out.take();
}

function* rows<Item>(name: string, items: readonly Item[], out: Chunk, row: (item: Item) => string): Generator<string> {
  out.text += `,"${name}":[`;
  let left = items.length;
  for (const item of items) {
    out.text += row(item) + (--left > 0 ? ',\n' : '\n');
    if (out.isFull) yield out.take();
  }
  out.text += ']';
}

function sideText({ root, revision }: Side): string {
  if (revision === undefined) return `{"root":${quote(root)}}`;
  const { written, object } = revision;
  return `{"root":${quote(root)},"revision":{"written":${quote(written)},"object":"${object}"}}`;
}

function optionsText({ options }: Diff): string {
  return `{${selectionText(options)},"threshold":${options.threshold},"max_pairs":${options.max_pairs}}`;
}

function declarationText(change: DeclarationChange): string {
  const { changes, kind, is_test, before, after, holds_changes, holds } = change;
  return (
    `{"changes":${quoteList(changes)},"kind":"${kind}","is_test":${is_test}` +
    (before === undefined ? '' : `,"before":${declarationState(before)}`) +
    (after === undefined ? '' : `,"after":${declarationState(after)}`) +
    (holds_changes ? ',"holds_changes":true' : '') +
    `,"holds":${holds}}`
  );
}

function declarationState(state: DeclarationState): string {
  const { id, path, qualified_name, start_line, end_line, exported, signature } = state;
  return (
    `{"id":${quote(id)},"path":${quote(path)},"qualified_name":${quote(qualified_name)},"start_line":${start_line}` +
    `,"end_line":${end_line},"exported":${exported},"signature":${quote(signature)}}`
  );
}

function groupText(group: GroupChange): string {
  const { change, id, kind, nodes, contained, before, after, added, removed, edited } = group;
  const { added_blocks, removed_blocks } = group;
  return (
    `{"change":"${change}","id":"${id}","kind":"${kind}","nodes":${nodes},"contained":${contained}` +
    `,"before":${before},"after":${after},"added":${quoteList(added)},"removed":${quoteList(removed)}` +
    `,"edited":${quoteList(edited)}` +
    (added_blocks === undefined ? '' : `,"added_blocks":[${added_blocks.map(blockText).join(',')}]`) +
    (removed_blocks === undefined ? '' : `,"removed_blocks":[${removed_blocks.map(blockText).join(',')}]`) +
    '}'
  );
}

function fileText({ change, before, after, effect, resemblance, same_as }: FileChange): string {
  return (
    `{"change":"${change}"` +
    (before === undefined ? '' : `,"before":${fileState(before)}`) +
    (after === undefined ? '' : `,"after":${fileState(after)}`) +
    optional('effect', effect) +
    (resemblance === undefined ? '' : `,"intersection":${resemblance.intersection},"union":${resemblance.union}`) +
    `${optional('same_as', same_as)}}`
  );
}

function fileState({ path, size, sha256, lines, language, status, target, outside }: FileState): string {
  return (
    `{"path":${quote(path)},"size":${size}${optional('sha256', sha256)}` +
    (lines === undefined ? '' : `,"lines":${lines}`) +
    `${optional('language', language)}${optional('status', status)}${optional('target', target)}${outside ? ',"outside":true' : ''}}`
  );
}
