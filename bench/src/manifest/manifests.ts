import type { CodeProject } from '@analyzer/core/conformance/project.ts';

interface GeneratedContract {
  id: string;
  scope: string;
  intent: string;
  priority: number;
  effect: string[];
  forbid: string[];
}

/** Contracts like those of a large manifest; all are different. */
export function manyContracts(count: number): GeneratedContract[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `c-${n}`,
    scope: `function:module${n % 700}.f${n}`,
    intent: `Returns the sum of all its arguments and nothing else, number ${n}.`,
    priority: (n % 5) + 1,
    effect: ['network', 'time'],
    forbid: ['filesystem', 'call:eval'],
  }));
}

export function asJson(contracts: readonly GeneratedContract[]): string {
  return JSON.stringify({ version: '1.0', contracts }, null, 1);
}

/** In block style. */
export function asYaml(contracts: readonly GeneratedContract[]): string {
  const items = contracts.map(
    ({ id, scope, intent, priority, effect, forbid }) =>
      `  - id: ${id}\n    scope: "${scope}"\n    intent: ${intent}\n    priority: ${priority}\n    effect: [${effect.join(', ')}]\n` +
      `    forbid:\n${forbid.map((text) => `      - ${text}\n`).join('')}`,
  );
  return `version: "1.0"\ncontracts:\n${items.join('')}`;
}

/** Contracts for different functions of all parts of a project. */
export function ofProject(project: CodeProject, count: number): object {
  const all = [...project.files.values()].flatMap((file) =>
    file.declarations.flatMap(({ kind, qualifiedName }) =>
      kind === 'function' || kind === 'method' ? [{ path: file.path, scope: `${kind}:${qualifiedName}` }] : [],
    ),
  );
  const step = Math.max(1, Math.floor(all.length / count));
  const files: Record<string, object[]> = {};
  for (const { path, scope } of all.filter((_, n) => n % step === 0).slice(0, count)) {
    files[path] = [
      ...(files[path] ?? []),
      {
        scope,
        intent: 'Does what its name says.',
        forbid: ['network', 'filesystem', 'process', 'call:eval', 'import:socket'],
      },
    ];
  }
  return { version: '1.0', files };
}
