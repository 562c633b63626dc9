import type { Destination } from '../imports/link.ts';
import { callReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';
import { headOf, join } from './dotted.ts';
import { Findings, type Outcome, unresolvedCall } from './outcome.ts';

/** How many imports a name is followed through: its own, then re-exports. */
const farthest = 8;
/** How many places a name is looked for in before the rest counts as too far. */
const mostPlaces = 256;

interface Place {
  file: CallFile;
  dotted: string;
  /** Imports between the call and this place. */
  hops: number;
}

/**
 * Follows a dotted name from the file level of one file to its declarations, there or through imports and re-exports,
 * breadth first, each place once, so that neither cycles nor forks cost more than the places they touch. All ways are
 * followed, since which of two bindings counts may depend on a condition.
 */
export class NameTrace {
  readonly #files: ReadonlyMap<string, CallFile>;

  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#files = files;
  }

  outcome(file: CallFile, dotted: string): Outcome {
    if (!file.bindsStars && !file.knows(dotted)) return unresolvedCall(unknown(dotted));
    const findings = new Findings();
    const places = new Places({ file, dotted, hops: 0 });
    for (const place of places.list) {
      if (!this.#declaredOrBound(place, findings, places)) this.#fromStars(place, findings, places);
    }
    return findings.outcome();
  }

  /** @returns whether the file itself says what the name is */
  #declaredOrBound({ file, dotted, hops }: Place, findings: Findings, places: Places): boolean {
    const name = hops === 0 ? dotted : file.inside(dotted);
    const head = headOf(name);
    const rest = name.slice(head.length + 1);
    let known = false;

    const hit = file.declared.find(fileScope, name);
    if (hit !== undefined) {
      known = true;
      if ('miss' in hit) findings.miss(hit.miss);
      else findings.add(file.ids(hit.indices), hops === 0 ? hit.via : undefined);
    }
    for (const { destination, name: imported, reexport } of file.imported.bindings.get(head) ?? []) {
      if (reexport && hops === 0) continue;
      known = true;
      this.#enter(destination, join(imported, rest), file, hops, findings, places);
    }
    const module = longestModule(file, name);
    if (module === undefined) return known;
    this.#enter(module.destination, name.slice(module.name.length + 1), file, hops, findings, places);
    return true;
  }

  /** Goes on in the files that an import leads to; an empty name is the module itself. */
  #enter(
    { state, path, candidates, reason = '' }: Destination,
    dotted: string,
    from: CallFile,
    hops: number,
    findings: Findings,
    places: Places,
  ): void {
    if (state === 'external') findings.external(reason);
    if (state === 'unresolved') findings.miss(reason);
    const name = dotted === '' && from.rules.callsDefault ? 'default' : dotted;
    for (const to of path === undefined ? (candidates ?? []) : [path]) {
      const file = this.#files.get(to);
      if (file === undefined) findings.miss(callReasons.not_analysed);
      else if (name === '') findings.miss(callReasons.module);
      else if (hops === farthest || !places.add({ file, dotted: name, hops: hops + 1 })) findings.miss(callReasons.far);
    }
  }

  /** Looks through imports and re-exports of all names, up to the nearest files that say what the name is. */
  #fromStars({ file, dotted, hops }: Place, findings: Findings, places: Places): void {
    const seen = new Set([file]);
    let open = false;
    let found = false;
    for (const at of headOf(dotted) === 'default' ? [] : seen) {
      if (at !== file && at.offers(dotted)) {
        found = true;
        if (hops === farthest || !places.add({ file: at, dotted, hops: hops + 1 })) findings.miss(callReasons.far);
        continue;
      }
      if (hops === 0 && at === file && !file.bindsStars) break;
      const { stars } = at.imported;
      if (stars.open) open = true;
      for (const path of stars.files) {
        if (seen.size === mostPlaces) {
          open = true;
          break;
        }
        const next = this.#files.get(path);
        if (next === undefined) open = true;
        else seen.add(next);
      }
    }
    if (found) return;
    if (open) findings.miss(callReasons.star);
    else if (hops > 0) findings.miss(callReasons.not_there);
    else findings.miss(unknown(dotted));
  }
}

/** The longest module that an import makes usable and with which a dotted name begins. */
function longestModule(file: CallFile, dotted: string): { name: string; destination: Destination } | undefined {
  const { modules } = file.imported;
  if (modules.size === 0) return undefined;
  for (let end = dotted.length; end > 0; end = dotted.lastIndexOf('.', end - 1)) {
    const name = dotted.slice(0, end);
    const destination = modules.get(name);
    if (destination !== undefined) return { name, destination };
  }
  return undefined;
}

function unknown(dotted: string): string {
  return dotted.includes('.') ? callReasons.receiver : callReasons.undeclared;
}

/** The places of one trace in the order they are reached, each once. */
class Places {
  readonly list: Place[];
  readonly #seen = new Map<CallFile, Set<string>>();

  constructor(first: Place) {
    this.list = [first];
  }

  /** @returns false when there are too many */
  add(place: Place): boolean {
    let names = this.#seen.get(place.file);
    if (names === undefined) {
      names = new Set();
      this.#seen.set(place.file, names);
    }
    if (names.has(place.dotted)) return true;
    if (this.list.length === mostPlaces) return false;
    names.add(place.dotted);
    this.list.push(place);
    return true;
  }
}
