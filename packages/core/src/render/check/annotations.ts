import {
  type Check,
  type CheckedDrift,
  type CheckedEdits,
  type ContractsReport,
  type Copy,
  type CycleFinding,
  countedEdits,
  type ElsewhereFinding,
  type GroupFinding,
} from '#check/model.ts';
import { type Paste, withPastes } from '#check/pastes.ts';
import { otherCopies } from '#check/same-place.ts';
import { driftText } from '../mirror-text.ts';
import { missedText } from '../missed/edits.ts';
import { isPaste, pastedCopies, pasteGist } from './paste-wording.ts';
import {
  copiesInOrder,
  copyLines,
  copyName,
  cycleGist,
  cycleWay,
  elsewhereGist,
  elsewhereRemedy,
  groupGist,
  problemText,
} from './wording.ts';

/** Maximum number of other copies in a message. */
const NAMED = 5;

/** A finding at one code location. */
export interface Annotation {
  rule: 'new-copies' | 'more-copies' | 'new-cycle' | 'larger-cycle' | 'elsewhere' | 'contract' | 'missed' | 'drift';
  level: 'error' | 'note';
  /** Of the group or cycle; of a paste, that of its most important group. */
  id: string;
  /** Ids of further groups that are part of the finding. */
  groups?: string[];
  text: string;
  /** Why comments in the source silence it; absent if it counts. */
  silenced?: string;
  /** The first one is an unlisted copy, where the finding is shown. */
  locations: { path: string; lines?: { start: number; end: number }; about: string }[];
}

export function annotationsOf({
  groups,
  cycles,
  elsewhere = [],
  contracts,
  missed,
  drift,
}: Pick<Check, 'groups' | 'cycles' | 'elsewhere' | 'contracts' | 'missed' | 'drift'>): Annotation[] {
  return [
    ...withPastes(groups).map((its) => (isPaste(its) ? ofPaste(its) : ofGroup(its))),
    ...cycles.map(ofCycle),
    ...elsewhere.map(ofElsewhere),
    ...(contracts === undefined ? [] : ofContracts(contracts)),
    ...(missed === undefined ? [] : ofEdits(missed)),
    ...(drift === undefined ? [] : ofDrift(drift)),
  ];
}

/** Findings that comments in the source silence. */
export function silencedAnnotations({ silenced = [] }: Pick<Check, 'silenced'>): Annotation[] {
  return silenced.map(({ finding, comments }) => ({
    ...ofGroup(finding),
    silenced: comments.map(({ reason }) => reason).join('; '),
  }));
}

function ofGroup(finding: GroupFinding): Annotation {
  const { change, family } = finding;
  const copies = copiesInOrder(finding).map(({ copy }) => copy);
  const [first, ...others] = copies;
  const named = others.slice(0, NAMED).map(({ path, start_line }) => `${path}:${start_line}`);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  const similar = otherCopies(finding);
  const like = similar.slice(0, NAMED).map(({ path, start_line }) => `${path}:${start_line}`);
  const moreLike = similar.length > NAMED ? ` and ${similar.length - NAMED} more` : '';
  const also = like.length === 0 ? '' : `; also like ${like.join(', ')}${moreLike}`;
  const groups = (finding.also ?? []).map((it) => it.family.shown.id);
  return {
    rule: change === 'new' ? 'new-copies' : 'more-copies',
    level: 'error',
    id: family.shown.id,
    ...(groups.length > 0 && { groups }),
    text: `${first?.declares || first?.qualified_name || 'block'}: ${groupGist(finding)}; also ${named.join(', ')}${more}${also} (${family.shown.id})`,
    locations: [...copies, ...similar].map(locationOf),
  };
}

/** The findings of one paste, at the first new copy; then the other new copies and those that they repeat. */
function ofPaste(paste: Paste): Annotation {
  const { lead, findings } = paste;
  const { id } = lead.family.shown;
  const copies = pastedCopies(paste);
  const named = copies.slice(0, NAMED).map(({ own, other }) => {
    return `${copyName(own) || `lines ${copyLines(own)}`} from ${other.path}:${other.start_line}`;
  });
  const more = copies.length > NAMED ? ` and ${copies.length - NAMED} more` : '';
  const all = findings.flatMap((it) => [it, ...(it.also ?? [])]);
  const groups = all.map(({ family }) => family.shown.id).filter((its) => its !== id);
  const places = new Map(
    [...copies.map(({ own }) => own), ...all.flatMap((it) => copiesInOrder(it).map(({ copy }) => copy))].map((copy) => {
      return [`${copy.path}:${copy.start_line}-${copy.end_line}`, copy] as const;
    }),
  );
  return {
    rule: lead.change === 'new' ? 'new-copies' : 'more-copies',
    level: 'error',
    id,
    groups: [...new Set(groups)],
    text: `${pasteGist(paste)}: ${named.join(', ')}${more} (${id})`,
    locations: [...places.values()].map(locationOf),
  };
}

function locationOf(copy: Copy): Annotation['locations'][number] {
  const { path, start_line: start, end_line: end } = copy;
  return { path, lines: { start, end }, about: copyName(copy) || 'block' };
}

function ofCycle(finding: CycleFinding): Annotation {
  const { change, files, listed, example } = finding;
  const known = new Set(listed);
  const joined = files.filter((path) => !known.has(path));
  const [first = files[0] ?? ''] = change === 'new' ? example : joined;
  return {
    rule: change === 'new' ? 'new-cycle' : 'larger-cycle',
    level: 'error',
    id: finding.id,
    text: `${cycleGist(finding)}: ${cycleWay(finding, '->')} (${finding.id})`,
    locations: [first, ...files.filter((path) => path !== first)].map((path) => ({ path, about: 'file of the cycle' })),
  };
}

/** The original is in no file of the project. */
function ofElsewhere(finding: ElsewhereFinding): Annotation {
  const { path, qualified_name: name, start_line: start, end_line: end } = finding;
  return {
    rule: 'elsewhere',
    level: 'error',
    id: `${path}#${name}`,
    text: `${name}: ${elsewhereGist(finding)}; ${elsewhereRemedy(finding)}`,
    locations: [{ path, lines: { start, end }, about: name }],
  };
}

/** Each at the code, or at the manifest if there is none. */
function ofContracts(contracts: ContractsReport): Annotation[] {
  return contracts.problems.map((problem) => ({
    rule: 'contract',
    level: 'error',
    id: problem.key,
    text: problemText(problem, contracts),
    locations:
      problem.evidence.length === 0
        ? [{ path: contracts.manifest, about: 'the manifest' }]
        : problem.evidence.map(({ path, line, text }) => ({ path, lines: { start: line, end: line }, about: text })),
  }));
}

/** Each at the edited lines. */
function ofEdits(missed: CheckedEdits): Annotation[] {
  const counted = new Set(countedEdits(missed));
  return missed.edits.map((edit) => ({
    rule: 'missed',
    level: counted.has(edit) ? 'error' : 'note',
    id: edit.id,
    text: missedText(edit),
    locations: [edit.edited, ...edit.copies].map(({ path, start_line, end_line }, at) => ({
      path,
      lines: { start: start_line, end: end_line },
      about: at === 0 ? 'the edit' : 'copy without the edit',
    })),
  }));
}

/** Each at the first added member. */
function ofDrift({ files, count }: CheckedDrift): Annotation[] {
  return files.map((file) => ({
    rule: 'drift',
    level: count ? 'error' : 'note',
    id: file.id,
    text: driftText(file),
    locations: [
      {
        path: file.added.path,
        lines: { start: file.added.start_line, end: file.added.end_line },
        about: 'the first added member',
      },
    ],
  }));
}
