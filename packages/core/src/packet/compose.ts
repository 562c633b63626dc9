import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import type { Difference } from '#query/evidence/differences.ts';
import { type Addition, leastOccurrences } from './additions.ts';
import type { Changes } from './changes.ts';
import type {
  ContextDraft,
  DraftFile,
  DraftProject,
  EvidenceGroup,
  EvidenceItem,
  EvidenceProject,
  Source,
  Sources,
} from './draft.ts';

const OMITTED: Source = { status: 'omitted', text: null };

/**
 * The evidence of a packet: the least of a draft, and some additions.
 *
 * @param sources undefined without source
 */
export function composeEvidence(
  draft: ContextDraft,
  additions: readonly Addition[],
  sources: Sources | undefined,
): ContextEvidenceV1 {
  const has = chosen(draft, additions);
  const occurrences = draft.occurrences.slice(0, has.occurrences);
  const shown = new Set(occurrences.map((_, index) => evidenceId(index)));
  const labels = new Set(occurrences.map(({ project }) => project));
  const files = new FileIds();
  const ids = new DifferenceIds();
  const fileIds = occurrences.map((occurrence) => files.idOf(occurrence));
  const projects = draft.projects
    .filter(({ project }) => labels.has(project))
    .map(({ contextFiles, imports, ...project }) => ({
      ...project,
      ...importsAmong(labels, imports),
      context_files: has.contextFiles.has(project.project) ? contextFiles.map((file) => files.idOf(file)) : [],
    }));
  const groups = draft.groups.map((group, index): EvidenceGroup => {
    const evidenceIds = [...shown].filter((_, at) => occurrences[at]?.group === index);
    const its = group.differences
      .filter((_, at) => has.differences.has(`${index} ${at}`))
      .map((difference) => amongShown(difference, shown))
      .filter(({ values }) => values.length > 1)
      .map((difference) => ({ id: ids.next(), ...difference }));
    return {
      ...group.head,
      ...draftOf(index, has.drafts, sources),
      evidence_ids: evidenceIds,
      differences: its,
      omitted: {
        occurrences: group.head.occurrences - evidenceIds.length,
        differences: group.differences.length + group.moreDifferences - its.length,
      },
    };
  });
  const evidence = occurrences.map(({ item, changes, details }, index): EvidenceItem => {
    const { kind, name, ...rest } = item;
    return {
      ...{ id: evidenceId(index), file: fileIds[index] ?? '', kind, name, ...rest },
      ...(has.changes.has(index) && changes !== undefined ? { changes: ids.named(changes) } : {}),
      ...(has.details.has(index) ? { details } : {}),
      ...(sources === undefined
        ? {}
        : { source: (has.sources.has(index) ? sources.quotes[index] : undefined) ?? OMITTED }),
    };
  });
  const contracts = draft.contracts
    .filter((_, index) => has.contracts.has(index))
    .map((its) => ({ ...its, ids: its.occurrences.map(evidenceId).filter((id) => shown.has(id)) }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ manifest, contract, ids }, index) => ({
      ...{ id: `C${index + 1}`, manifest: files.idOf(manifest), ...contract, evidence_ids: ids },
    }));
  const schema = 'analyzer.context-evidence.v1';
  return { schema, snapshot_id: draft.snapshotId, groups, projects, contracts, files: files.list, evidence };
}

function chosen(draft: ContextDraft, additions: readonly Addition[]) {
  const has = {
    occurrences: leastOccurrences(draft),
    details: new Set<number>(),
    changes: new Set<number>(),
    sources: new Set<number>(),
    drafts: new Set<number>(),
    contracts: new Set<number>(),
    contextFiles: new Set<string>(),
    /** Group and difference. */
    differences: new Set<string>(),
  };
  for (const addition of additions) {
    if (addition.kind === 'occurrence') has.occurrences++;
    else if (addition.kind === 'details') has.details.add(addition.occurrence);
    else if (addition.kind === 'changes') has.changes.add(addition.occurrence);
    else if (addition.kind === 'contract') has.contracts.add(addition.contract);
    else if (addition.kind === 'source') has.sources.add(addition.occurrence);
    else if (addition.kind === 'draft') has.drafts.add(addition.group);
    else if (addition.kind === 'difference') has.differences.add(`${addition.group} ${addition.difference}`);
    else has.contextFiles.add(addition.project);
  }
  return has;
}

function draftOf(
  group: number,
  shown: ReadonlySet<number>,
  sources: Sources | undefined,
): Pick<EvidenceGroup, 'draft'> {
  const draft = shown.has(group) ? sources?.drafts.get(group) : undefined;
  return draft === undefined ? {} : { draft };
}

function evidenceId(index: number): string {
  return `E${index + 1}`;
}

function amongShown({ role, line, values }: Difference, shown: ReadonlySet<string>): Difference {
  const remaining = values.map(({ text, evidence_ids: ids }) => ({
    text,
    evidence_ids: ids.filter((id) => shown.has(id)),
  }));
  return { role, line, values: remaining.filter(({ evidence_ids: ids }) => ids.length > 0) };
}

/** The imported projects of which the packet has occurrences. */
function importsAmong(labels: ReadonlySet<string>, imports: DraftProject['imports']): Pick<EvidenceProject, 'imports'> {
  const its = imports.filter(({ project }) => labels.has(project));
  return its.length === 0 ? {} : { imports: its };
}

/** Ids D1… of differences: those of groups, then those of occurrences. */
class DifferenceIds {
  #count = 0;

  next(): string {
    return `D${++this.#count}`;
  }

  named({ items, omitted }: Changes): NonNullable<EvidenceItem['changes']> {
    return { items: items.map((change) => ({ id: this.next(), ...change })), omitted };
  }
}

/** Ids F1… in order of use, so that a packet has each hash once. */
class FileIds {
  readonly list: ContextEvidenceV1['files'] = [];
  readonly #ids = new Map<string, string>();

  idOf({ project, path, sha256 }: DraftFile): string {
    const key = JSON.stringify([project, path]);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = `F${this.list.length + 1}`;
    this.#ids.set(key, id);
    this.list.push({ id, project, path, sha256 });
    return id;
  }
}
