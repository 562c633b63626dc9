import type { MapHistory, MapProject } from '@analyzer/contracts/pages/map';
import type { CopyHistory, HistoryStep } from '#history/model.ts';

/** @param histories by label of the project */
export function mapHistories(
  histories: ReadonlyMap<string, CopyHistory>,
  projects: readonly Pick<MapProject, 'label'>[],
): MapHistory[] {
  return projects.flatMap(({ label }, project) => {
    const { history, steps } = histories.get(label) ?? {};
    if (history === undefined || steps === undefined) return [];
    return [{ project, commits: history.commits, is_shallow: history.is_shallow, steps: columnsOf(steps) }];
  });
}

function columnsOf(steps: readonly HistoryStep[]): MapHistory['steps'] {
  return {
    commit: steps.map(({ commit }) => commit),
    date: steps.map(({ date }) => date),
    subject: steps.map(({ subject }) => subject),
    commits: steps.map(({ commits }) => commits),
    lines: steps.map(({ product }) => product.lines),
    repeated: steps.map(({ product }) => product.repeated),
    added: steps.map(({ change }) => change?.product.added ?? 0),
    removed: steps.map(({ change }) => change?.product.removed ?? 0),
    groups: steps.map(({ product }) => product.groups),
    test_lines: steps.map(({ tests }) => tests.lines),
    test_repeated: steps.map(({ tests }) => tests.repeated),
    cycles: steps.map(({ cycles }) => cycles),
  };
}
