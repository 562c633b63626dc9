import type { CopyAges } from '#history/ages/model.ts';
import { type SuppressedOccurrence, suppressedOccurrences } from '#lists/ignored-code.ts';
import type { CopyRelations } from '#relations/model.ts';
import { coverageOf } from '#scan/coverage.ts';
import type { BlockRange, Exclusion, Scan } from '#scan/model.ts';
import { FILE_STATUSES } from '#scan/model.ts';
import { entryProperties, factLists } from './json-entry.ts';
import { membersText } from './json-members.ts';
import { relationsText } from './json-relations.ts';
import { Chunk, optional, quote, quoteList } from './json-text.ts';
import { selectionText } from './options-text.ts';
import { visibleJson } from './visible-json.ts';

/**
 * `analyzer.scan.v1` in chunks of about 64 KiB. Properties are in schema order and strings as in `jsonText`; no
 * white space, a line feed after each item of a top-level array (after its comma, if any) and at the end. Both engines
 * write the same bytes for the same facts.
 *
 * @param options.facts whether files include declarations, imports, calls and control structure
 * @param options.snapshotId from `snapshotId`
 * @param options.relations of the scan, from `findRelations`
 * @param options.ages of the copies, if wanted
 * @param options.body the body with facts in UTF-8, if already rendered
 */
export function* renderJson(
  scan: Scan,
  options: {
    facts: boolean;
    snapshotId: string;
    relations: CopyRelations;
    ages?: CopyAges | undefined;
    body?: Iterable<Uint8Array> | undefined;
  },
): Generator<string | Uint8Array> {
  yield* visibleJson(pieces(scan, options));
}

function* pieces(scan: Scan, options: Parameters<typeof renderJson>[1]): Generator<string | Uint8Array> {
  yield `{"schema":"analyzer.scan.v1","engine":${quote(scan.engine)},"root":${quote(scan.root)},"snapshot_id":"${options.snapshotId}",`;
  yield header(scan);
  yield* options.body ?? body(scan, options.facts);
  const ages = options.ages === undefined ? '' : `,"ages":${JSON.stringify(options.ages)}`;
  const relations = relationsText(options.relations) + ages;
  yield* exclusionRows(
    scan.exclusions,
    `${gitProblems(scan)}${relations},"runtime":${JSON.stringify(scan.runtime)}}\n`,
  );
}

/**
 * Text before and after the body in the input of the snapshot id: the complete document without `engine`, `root`,
 * `snapshot_id`, `relations`, `ages`, `runtime`, and the exclusions that are output of this program. The id depends on content,
 * options and format, not on machine, path, clock, detail or an earlier run.
 */
export function identity(scan: Scan): { before: string; after: Iterable<string> } {
  const exclusions = scan.exclusions.filter(({ reason }) => !OWN.has(reason));
  return {
    before: `{"schema":"analyzer.scan.v1",${header({ ...scan, exclusions })}`,
    after: exclusionRows(exclusions, `${gitProblems(scan)}}\n`),
  };
}

/** Reasons to exclude a path that this program wrote. */
const OWN: ReadonlySet<string> = new Set(['own-output', 'cache']);

/** The properties `options` and `coverage`. */
function header(scan: Scan): string {
  return `"options":${optionsText(scan)},"coverage":${coverageText(scan)}`;
}

/** The properties from `entries` to `groups`. @param facts as for `renderJson` */
export function* body(scan: Scan, facts: boolean): Generator<string> {
  const out = new Chunk();
  yield* entries(scan, facts, out);
  for (const name of ['cycles', 'non_load_cycles'] as const) {
    yield* rows(name, scan[name], out, (cycle) => {
      return `{"files":${quoteList(cycle.files)},"example":${quoteList(cycle.example)}`;
    });
  }
  yield* rows('configuration_problems', scan.configuration_problems, out, ({ path, problem }) => {
    return `{"path":${quote(path)},"problem":${quote(problem)}`;
  });
  yield* rows('duplicate_files', scan.duplicate_files, out, (files) => {
    return `{"sha256":"${files.sha256}","size":${files.size},"paths":${quoteList(files.paths)}`;
  });
  const members = membersText(scan);
  const suppressed = suppressedOccurrences(scan);
  yield* rows('groups', scan.groups, out, (group) => {
    return (
      `{"id":"${group.id}","kind":"${group.kind}","nodes":${group.nodes},"score":${group.score}` +
      optional('same_as', group.same_as) +
      optional('contained_in', group.contained_in) +
      optional('folded_into', group.folded_into) +
      `,"occurrences":${quoteList(group.occurrences)}` +
      members(group.occurrences) +
      (group.similarity === undefined ? '' : `,"similarity":[${group.similarity.join(',')}]`) +
      (group.blocks === undefined ? '' : `,"blocks":[${group.blocks.map(blockText).join(',')}]`) +
      suppressedText(suppressed.get(group.id))
    );
  });
  yield out.take() + runsLeftOut(scan);
}

/** The property `runs_left_out`, if a file has more repeated runs than are compared. */
function runsLeftOut({ runs_left_out: left }: Scan): string {
  return left === undefined
    ? ''
    : `,"runs_left_out":{"occurrences":${left.occurrences},"files":${quoteList(left.files)}}`;
}

function suppressedText(suppressed: readonly SuppressedOccurrence[] | undefined): string {
  if (suppressed === undefined) return '';
  const items = suppressed.map(({ occurrence, line, reason }) => {
    return `{"occurrence":${occurrence},"line":${line},"reason":${quote(reason)}}`;
  });
  return `,"suppressed":[${items.join(',')}]`;
}

/** The property `git_problems`. */
function gitProblems({ git_problems }: Scan): string {
  const items = git_problems.map(({ path, reason }) => `{"path":${quote(path)},"reason":${quote(reason)}}`);
  return `,"git_problems":[${items.join(',\n')}${items.length > 0 ? '\n' : ''}]`;
}

/** An occurrence of a block. */
export function blockText(block: BlockRange): string {
  const { path, start_line, end_line, start_byte, end_byte, within, name, is_declaration } = block;
  return (
    `{"path":${quote(path)},"start_line":${start_line},"end_line":${end_line},"start_byte":${start_byte}` +
    `,"end_byte":${end_byte}${optional('within', within)}${optional('name', name)}` +
    (is_declaration ? ',"is_declaration":true}' : '}')
  );
}

/** The member `exclusions`. @param last text after it */
function* exclusionRows(exclusions: readonly Exclusion[], last: string): Generator<string> {
  const out = new Chunk();
  yield* rows('exclusions', exclusions, out, ({ path, kind, reason, rule, sources }) => {
    const flag = sources === true ? ',"sources":true' : '';
    return `{"path":${quote(path)},"kind":"${kind}","reason":${quote(reason)},"rule":${quote(rule)}${flag}`;
  });
  yield out.take() + last;
}

function* entries(scan: Scan, facts: boolean, out: Chunk): Generator<string> {
  out.text += ',"entries":[';
  let remaining = scan.entries.length;
  for (const entry of scan.entries) {
    out.text += entryProperties(entry);
    if (facts && entry.kind === 'file' && entry.facts !== undefined) {
      const relations = scan.relations.get(entry.path);
      if (relations === undefined) throw new RangeError(`the scan has facts but no relations of ${entry.path}`);
      yield* factLists(entry.facts, relations, out);
    }
    out.text += closing(--remaining);
    if (out.isFull) yield out.take();
  }
  out.text += ']';
}

/** A top-level array; `row` renders each item without its closing brace. */
function* rows<T>(name: string, items: readonly T[], out: Chunk, row: (item: T) => string): Generator<string> {
  out.text += `,"${name}":[`;
  let remaining = items.length;
  for (const item of items) {
    out.text += row(item) + closing(--remaining);
    if (out.isFull) yield out.take();
  }
  out.text += ']';
}

function closing(remaining: number): string {
  return remaining > 0 ? '},\n' : '}\n';
}

function optionsText({ options }: Scan): string {
  return `{${selectionText(options)},"kinds":${quoteList(options.kinds)}}`;
}

/** Number of entries by status, and whether all code was analyzed. */
export function coverageText(scan: Scan): string {
  const { files, directory, symlink, special, excluded, complete } = coverageOf(scan);
  const statuses = FILE_STATUSES.map((status) => `"${status}":${files[status]}`).join(',');
  return (
    `{${statuses},"directory":${directory},"symlink":${symlink},"special":${special},"excluded":${excluded}` +
    `,"complete_within_policy":${complete}}`
  );
}
