import type { Draft } from '@analyzer/core/generalize/model.ts';

interface Count {
  groups: number;
  drafts: number;
  parameters: number;
  saved: number;
}

/** Groups and drafts by language and kind, and the obstacles by kind. */
export class DraftTally {
  readonly failures: string[] = [];
  readonly #counts = new Map<string, Count>();
  readonly #obstacles = new Map<string, Map<string, number>>();

  /** @param problem of the patch */
  add(language: string, { group, obstacle, written, parameters, copies }: Draft, problem: string | undefined): void {
    const key = `${language} ${group.kind}`;
    const count = this.#counts.get(key) ?? { groups: 0, drafts: 0, parameters: 0, saved: 0 };
    this.#counts.set(key, count);
    count.groups++;
    if (written !== undefined) {
      count.drafts++;
      count.parameters += parameters.length;
      count.saved += written.lines_saved;
    }
    if (obstacle !== undefined) {
      const kinds = this.#obstacles.get(obstacle.id) ?? new Map<string, number>();
      this.#obstacles.set(obstacle.id, kinds.set(group.kind, (kinds.get(group.kind) ?? 0) + 1));
    }
    const where = `${group.id} ${copies[0]?.path} ${copies[0]?.name}`;
    if (problem !== undefined) this.failures.push(`refused: ${where}: ${problem}`);
    if (obstacle?.id === 'check_failed') this.failures.push(`check failed: ${where}: ${obstacle.text}`);
  }

  shares(): string[][] {
    const rows = [...this.#counts].sort().map(([key, { groups, drafts, parameters, saved }]) => {
      const share = `${Math.round((drafts * 100) / groups)} %`;
      return [key, `${groups}`, `${drafts}`, share, `${saved}`, drafts === 0 ? '' : (parameters / drafts).toFixed(1)];
    });
    return [['kind', 'groups', 'drafts', 'share', 'lines saved', 'parameters'], ...rows];
  }

  obstacles(): string[][] {
    const kinds = ['function-body', 'function-shape', 'near', 'block', 'block-shape'];
    const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, it) => sum + it, 0);
    const rows = [...this.#obstacles].sort(([, a], [, b]) => total(b) - total(a));
    return [
      ['obstacle', ...kinds, 'all'],
      ...rows.map(([id, counts]) => [id, ...kinds.map((kind) => `${counts.get(kind) ?? 0}`), `${total(counts)}`]),
    ];
  }
}
