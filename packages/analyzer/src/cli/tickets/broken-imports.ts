import type { ProjectChange } from '@analyzer/core/extract/dispatch/new-findings.ts';
import type { FileFacts } from '@analyzer/core/parse/facts.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';

/** Imports of names that a file declared before, and neither declares nor imports now. */
export function brokenImports(before: Scan, now: Scan): ProjectChange['broken'] {
  const factsBefore = factsOf(before);
  const factsNow = factsOf(now);
  const broken: ProjectChange['broken'] = [];
  for (const [path, facts] of factsNow) {
    for (const link of now.relations.get(path)?.imports ?? []) {
      const from = link.path;
      const target = from === undefined ? undefined : factsNow.get(from);
      const earlier = from === undefined ? undefined : factsBefore.get(from);
      if (from === undefined || target === undefined || earlier === undefined) continue;
      for (const { name } of link.names) {
        if (!declares(earlier, name) || provides(target, name)) continue;
        broken.push({ path, line: facts.imports[link.index]?.line ?? 1, name, from });
      }
    }
  }
  return broken;
}

function factsOf({ entries }: Scan): Map<string, FileFacts> {
  return new Map(
    entries.flatMap((entry) => (entry.kind === 'file' && entry.facts !== undefined ? [[entry.path, entry.facts]] : [])),
  );
}

function declares({ declarations }: FileFacts, name: string): boolean {
  return declarations.some((one) => one.within === -1 && one.name === name);
}

/** Whether a file may have a name: also by an import, or by one that takes all names. */
function provides(facts: FileFacts, name: string): boolean {
  return (
    declares(facts, name) ||
    facts.exports?.some((one) => one.name === name) === true ||
    facts.imports.some(({ names }) => names.some((one) => one.name === '*' || (one.alias ?? one.name) === name))
  );
}
