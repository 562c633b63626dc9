import type { ElsewhereFinding } from '@analyzer/core/check/model.ts';
import type { MissedEdit } from '@analyzer/core/missed/model.ts';
import { elsewhereGist, elsewhereRemedy } from '@analyzer/core/render/check/wording.ts';
import { missedText } from '@analyzer/core/render/missed/edits.ts';
import type { ContractNote } from '@analyzer/core/review/model.ts';
import type { Copy } from '@analyzer/core/session/model.ts';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import {
  completeLines,
  type FileView,
  type FoundPlace,
  KINDS,
  likenessOf,
  locationOf,
  OtherCopies,
  placesIn,
  rangeOfFound,
  SHOWN,
  SHOWN_IN_FILE,
  titleOf,
} from './found-copies.ts';

export function diagnosticsOf(view: FileView): Diagnostic[] {
  const copies = placesIn(view);
  const shown = copies.slice(0, SHOWN_IN_FILE);
  const related = Math.min(SHOWN, Math.ceil(SHOWN_IN_FILE / Math.max(1, shown.length)));
  const others = new OtherCopies();
  return [
    ...shown.map((it) => copyDiagnostic(it, view, others.at(it, related))),
    ...(copies.length > shown.length ? [leftOutDiagnostic(copies.length - shown.length, view)] : []),
    ...view.cycles.map((it) => cycleDiagnostic(it, view)),
    ...view.contracts.slice(0, SHOWN_IN_FILE).map((it) => contractDiagnostic(it, view)),
    ...view.edits.slice(0, SHOWN_IN_FILE).map((it) => editDiagnostic(it, view)),
    ...view.elsewhere.slice(0, SHOWN_IN_FILE).map((it) => elsewhereDiagnostic(it, view)),
  ];
}

/** @param others the first of them, and the number of all */
function copyDiagnostic(place: FoundPlace, view: FileView, others: { first: Copy[]; count: number }): Diagnostic {
  const { family } = place;
  const [first] = others.first;
  return {
    range: rangeOfFound(place, view),
    severity: DiagnosticSeverity.Information,
    source: 'analyzer',
    code: family.id ?? family.kind,
    message: `${KINDS[family.kind]}: ${first === undefined ? '' : `${titleOf(first)}${likenessOf(first)}`}${others.count < 2 ? '' : ` and ${others.count - 1} more`}`,
    relatedInformation: others.first.map((it) => {
      return { location: locationOf(it, view), message: `${titleOf(it)}${likenessOf(it)}` };
    }),
  };
}

function leftOutDiagnostic(number: number, view: FileView): Diagnostic {
  return {
    range: view.text.rangeOf(1),
    severity: DiagnosticSeverity.Information,
    source: 'analyzer',
    code: 'more-copies',
    message: `${number} more copies in this file are not marked: analyzer scan lists all`,
  };
}

function cycleDiagnostic({ example, line }: FileView['cycles'][number], view: FileView): Diagnostic {
  return {
    range: view.text.rangeOf(line),
    severity: DiagnosticSeverity.Warning,
    source: 'analyzer',
    code: 'import-cycle',
    message: `new import cycle: ${[...example.slice(0, SHOWN), example.length > SHOWN ? '…' : example[0]].join(' -> ')}`,
    relatedInformation: example.slice(0, SHOWN).map((path) => ({
      location: { uri: view.uriOf(path), range: completeLines(1, 1) },
      message: path,
    })),
  };
}

function contractDiagnostic({ line, message, entry }: ContractNote, view: FileView): Diagnostic {
  const { path } = entry;
  return {
    range: rangeNow(line, view),
    severity: DiagnosticSeverity.Warning,
    source: 'analyzer',
    code: 'contract',
    message,
    ...(path !== undefined && {
      relatedInformation: [
        { location: { uri: view.uriOf(path), range: completeLines(entry.line, entry.line) }, message: 'contract' },
      ],
    }),
  };
}

function editDiagnostic(edit: MissedEdit, view: FileView): Diagnostic {
  const copies = edit.copies.slice(0, SHOWN);
  return {
    range: rangeNow(edit.edited.start_line, view),
    severity: DiagnosticSeverity.Information,
    source: 'analyzer',
    code: 'missed',
    message: missedText(edit),
    relatedInformation: copies.map((it) => ({
      location: locationOf(it, view),
      message: `${it.path}:${it.start_line}`,
    })),
  };
}

function elsewhereDiagnostic(finding: ElsewhereFinding, view: FileView): Diagnostic {
  return {
    range: rangeNow(finding.start_line, view),
    severity: DiagnosticSeverity.Hint,
    source: 'analyzer',
    code: 'elsewhere',
    message: `${elsewhereGist(finding)}; ${elsewhereRemedy(finding)}`,
  };
}

/** A line of the saved text in a text that may have fewer lines. */
function rangeNow(line: number, view: FileView) {
  return view.text.rangeOf(Math.min(line, Math.max(1, view.text.lines)));
}
