import { twinSign } from '#lists/async-twins.ts';
import { BlockNames } from '#lists/block-names.ts';
import { GroupMembers } from '#lists/group-members.ts';
import type { ListedGroups } from '#lists/listed-groups.ts';
import type { CopyRelations } from '#relations/model.ts';
import type { BlockRange, Group, Scan } from '#scan/model.ts';
import { SHOWN_LOCATIONS } from './lists.ts';
import { grouped } from './numbers.ts';
import type { CodePlace, CodePlaces } from './screen-fact.ts';
import { equalLinesOf, isWorthFact } from './worth.ts';

/** The name of a callback that nothing names. */
const NO_NAME = 'function';

/** Where the code of a group is, and how much of it is equal. */
export function groupPlaces(
  scan: Scan,
  { evidence }: CopyRelations,
  { shown }: ListedGroups,
): (group: Group) => CodePlaces {
  const [members, names] = [new GroupMembers(scan, shown), new BlockNames(scan)];
  const ofBlock = (block: BlockRange): CodePlace => {
    const { path, start_line: start, end_line: end } = block;
    const name = names.of(block);
    if (name !== undefined && name !== NO_NAME) return { path, start, end, name };
    const inside = names.inside(block);
    if (inside.length > 0) return { path, start, end, name: namesText(inside) };
    const within = names.around(block);
    return { path, start, end, ...(within !== undefined && { within }) };
  };
  return ({ id, kind, occurrences, blocks }) => {
    const its = evidence?.get(id);
    const all =
      blocks?.map(ofBlock) ??
      occurrences.map((it): CodePlace => {
        const { path, declaration } = members.of(it);
        const { qualified_name: name, start_line: start, end_line: end } = declaration;
        return { path, name, start, end };
      });
    const ofProduct = new Set(its?.paths);
    const places = its === undefined ? all : all.filter(({ path }) => ofProduct.has(path));
    const files = [...new Set(places.map(({ path }) => path))];
    const twins = twinSign(places);
    if (its === undefined) return { files, places, twins, saved: linesSaved(places), isWorth: true };
    const isWorth = isWorthFact(
      its,
      kind,
      places.map(({ name = '' }) => name),
    );
    return { files, places, twins, saved: equalLinesOf(its, kind), lines: its.lines, isWorth };
  };
}

/** Declarations of one name, such as overloads, are named once. */
function namesText(all: readonly string[]): string {
  const names = [...new Set(all)];
  const rest = names.length - SHOWN_LOCATIONS;
  return names.slice(0, SHOWN_LOCATIONS).join(', ') + (rest > 0 ? ` and ${grouped(rest)} more` : '');
}

/** Lines of all places but the largest one. */
function linesSaved(places: readonly CodePlace[]): number {
  const lines = places.map(({ start = 0, end = 0 }) => end - start + 1);
  return lines.reduce((sum, its) => sum + its, 0) - Math.max(...lines);
}
