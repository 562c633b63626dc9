import { renamesOfTexts, sideBySide } from '#check/compare-lines.ts';
import { BlockNames } from '#lists/block-names.ts';
import { GroupMembers } from '#lists/group-members.ts';
import { LIST_CLASSES } from '#lists/list-classes.ts';
import { listedGroups } from '#lists/listed-groups.ts';
import type { CopyRelations } from '#relations/model.ts';
import type { FileEntry, Group, GroupKind, Scan } from '#scan/model.ts';
import type { Quote } from '#scan/quote.ts';
import type { Place, Shown, ShownGroup } from './model.ts';
import { isAt, relationsAt, type Target, targetOf } from './target.ts';

/** Groups of a target that are shown with code. */
const MAX_WITH_CODE = 3;
/** Lines of a place that are compared: more than a screen has. */
const MAX_LINES = 200;

/**
 * Finds the copies of a group, a line, a file or a folder, with the code of the largest ones side by side.
 *
 * @param limit most groups
 * @param quote reads lines of files of the project with the label ''
 * @throws {AnalyzerError} `not_found` for a target that the scan does not have
 */
export async function findShown(
  scan: Scan,
  { relations }: CopyRelations,
  { target: written, limit }: { target: string; limit: number },
  quote: Quote,
): Promise<Shown> {
  const target = targetOf(written, scan);
  const candidates = groupsOf(scan, target);
  const [members, names] = [new GroupMembers(scan, candidates), new BlockNames(scan)];
  const found = candidates
    .map((group) => ({ group, places: placesOf(group, members, names) }))
    .filter(({ places }) => target.group !== undefined || places.some((place) => isAt(target, place)));
  const files = new Map(scan.entries.flatMap((it) => (it.kind === 'file' ? [[it.path, it] as const] : [])));
  const groups: ShownGroup[] = [];
  for (const { group, places } of found.slice(0, limit)) {
    const sides = groups.length < MAX_WITH_CODE ? await sidesOf(group.kind, places, target, files, quote) : undefined;
    groups.push({ id: group.id, kind: group.kind, nodes: group.nodes, places, ...(sides && { sides }) });
  }
  const shown = target.group === undefined && target.line === undefined ? relationsAt(target, relations) : [];
  return { root: scan.root, target: written, relations: shown, groups, more: found.length - groups.length };
}

/** One group, or all that a list can show. */
function groupsOf(scan: Scan, { group: wanted }: Target): Group[] {
  if (wanted !== undefined) return scan.groups.filter(({ id }) => id.startsWith(wanted));
  return listedGroups(scan, LIST_CLASSES).shown;
}

function placesOf({ occurrences, similarity, blocks }: Group, members: GroupMembers, names: BlockNames): Place[] {
  if (blocks !== undefined) {
    return blocks.map((block, index) => {
      const name = names.of(block);
      const { path, start_line, end_line } = block;
      const its = similarity?.[index];
      return {
        ...{ path, start_line, end_line },
        ...(name !== undefined && { name }),
        ...(its !== undefined && { similarity: its }),
      };
    });
  }
  return occurrences.map((id, index) => {
    const { path, declaration } = members.of(id);
    const { start_line, end_line, qualified_name: name } = declaration;
    const its = similarity?.[index];
    return { path, start_line, end_line, name, ...(its !== undefined && { similarity: its }) };
  });
}

/** The place of the target next to the first other one; of a group the first two. */
async function sidesOf(
  kind: GroupKind,
  places: readonly Place[],
  target: Target,
  files: ReadonlyMap<string, FileEntry>,
  quote: Quote,
): Promise<ShownGroup['sides']> {
  const own = target.group === undefined ? places.findIndex((place) => isAt(target, place)) : 0;
  const outside = places.findIndex((place, index) => index !== own && !isAt(target, place));
  const other = outside >= 0 ? outside : own === 0 ? 1 : 0;
  const [left, right] = [Math.min(own, other), Math.max(own, other)];
  const [before, after] = [await linesOf(places[left], files, quote), await linesOf(places[right], files, quote)];
  if (before === undefined || after === undefined) return undefined;
  const renames = kind === 'function-shape' || kind === 'block-shape' ? renamesOfTexts(before, after) : [];
  return { left, right, renames, rows: sideBySide(before, after, renames) };
}

async function linesOf(
  place: Place | undefined,
  files: ReadonlyMap<string, FileEntry>,
  quote: Quote,
): Promise<string[] | undefined> {
  const { sha256, language = '' } = files.get(place?.path ?? '') ?? {};
  if (place === undefined || sha256 === undefined) return undefined;
  const { path, start_line: startLine } = place;
  const endLine = Math.min(place.end_line, startLine + MAX_LINES - 1);
  const quoted = await quote({ project: '', path, language, startLine, endLine, sha256 });
  return 'text' in quoted ? quoted.text.split('\n') : undefined;
}
