import {
  FLAG_BENCHMARK,
  FLAG_CONFIGURATION,
  FLAG_DATA,
  FLAG_EXAMPLE,
  FLAG_GENERATED,
  FLAG_SMALL,
  FLAG_TEST,
  FLAG_VENDORED,
  type MapGroup,
} from '@analyzer/contracts/pages/map';
import type { Atlas } from './atlas.ts';
import { EASES, type GroupFilter, type GroupSort } from './route.ts';

/**
 * Filters and sorts groups.
 *
 * @param paths lower-case paths of a group's listed occurrences, for the search; undefined until they are known
 */
export function filterGroups(
  atlas: Atlas,
  filter: GroupFilter,
  paths: ((group: MapGroup) => string) | undefined,
): MapGroup[] {
  const project = atlas.projectIndex(filter.project);
  const language = atlas.data.languages.indexOf(filter.language);
  const hidden = hiddenFlags(filter);
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = atlas.data.groups.filter(
    (group) =>
      (filter.project === '' || (project !== undefined && group.projects.project.includes(project))) &&
      (filter.language === '' || group.language === language) &&
      (filter.kind === '' || group.kind === filter.kind) &&
      (filter.ease === '' || rankOf(group) <= EASES.indexOf(filter.ease)) &&
      group.projects.project.length >= filter.projects &&
      group.nodes >= filter.nodes &&
      (group.flags & hidden) === 0 &&
      (words.length === 0 || holdsAll(textOf(atlas, group, paths), words)),
  );
  return filter.sort === 'rank' ? found : found.sort(ORDERS[filter.sort]);
}

/** A group is hidden if it has one of these flags. */
function hiddenFlags(filter: GroupFilter): number {
  return (
    (filter.tests ? 0 : FLAG_TEST) |
    (filter.vendored ? 0 : FLAG_VENDORED) |
    (filter.generated ? 0 : FLAG_GENERATED) |
    (filter.examples ? 0 : FLAG_EXAMPLE) |
    (filter.benchmarks ? 0 : FLAG_BENCHMARK) |
    (filter.configuration ? 0 : FLAG_CONFIGURATION) |
    (filter.small ? 0 : FLAG_SMALL) |
    (filter.data ? 0 : FLAG_DATA)
  );
}

/** The easiest first; without a known ease last. */
function rankOf({ ease }: MapGroup): number {
  return ease === undefined ? EASES.length : EASES.indexOf(ease);
}

const LISTED = (a: MapGroup, b: MapGroup): number =>
  (a.listed ?? Infinity) - (b.listed ?? Infinity) || b.score - a.score;

const ORDERS: Record<Exclude<GroupSort, 'rank'>, (a: MapGroup, b: MapGroup) => number> = {
  copies: (a, b) => b.occurrence_count - a.occurrence_count,
  size: (a, b) => b.nodes - a.nodes,
  score: (a, b) => b.score - a.score,
  listed: LISTED,
  ease: (a, b) => rankOf(a) - rankOf(b) || LISTED(a, b),
};

function textOf(atlas: Atlas, group: MapGroup, paths: ((group: MapGroup) => string) | undefined): string {
  const labels = group.projects.project.map((project) => atlas.label(project));
  return `${group.id} ${group.names.join(' ')} ${labels.join(' ')}`.toLowerCase() + (paths?.(group) ?? '');
}

function holdsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
