/** What the event backend tells its page of captures. Times are milliseconds since 1970. */

/** One change that the keyed comparison of two trees found. Paths are such as `HTML/BODY/UL#menu/LI[3]`. */
export interface TreeChange {
  kind: 'inserted' | 'removed' | 'moved' | 'text' | 'attributes';
  /** Where it stands in the older tree; null for what was inserted. */
  before: string | null;
  /** Where it stands in the newer tree; null for what was removed. */
  after: string | null;
  /** The text or the attributes that changed; null for other kinds. */
  was: string | null;
  is: string | null;
}

/**
 * What differs between two states of a document. The members up to `issues` are those of older backends: sets of
 * signatures (`TAG/#id/.classes`), cut to 20 each, counted in whole in `counts`.
 */
export interface DomDiff {
  /** `new`: there was no baseline. `issue`: it looks broken, whatever differs. `error`: there is no capture. */
  status: 'new' | 'ok' | 'changed' | 'issue' | 'error';
  message?: string;
  added?: string[];
  removed?: string[];
  changed_attrs?: string[];
  counts?: { added: number; removed: number; changed_attrs: number; total_old: number; total_new: number };
  issues?: string[];
  /** The first 200 changes of the keyed comparison, in the order of the document. */
  changes?: TreeChange[];
  /** All of its changes by kind. */
  change_counts?: Record<TreeChange['kind'], number>;
  /** Elements of one signature of which there are more or fewer than before; the first 20. */
  repeated?: { signature: string; before: number; after: number }[];
}

/** A state of a page that was kept. */
export interface Capture {
  id: string;
  /** `dom`: tree and picture by the own browser. `screenshot`: a picture by the remote browser. */
  kind: 'dom' | 'screenshot';
  service: string;
  url: string;
  at: number;
  /** Where redirects led. */
  final_url: string;
  title: string;
  /** HTTP status of the document; null when the browser did not say. */
  http_status: number | null;
  /** There is a picture at `/drivers/captures/{id}/image`. */
  image: { type: string; bytes: number; width: number; height: number } | null;
  /** There is a tree at `/drivers/captures/{id}/dom`. */
  dom: { nodes: number; truncated: boolean } | null;
  /** Against the baseline of then, counted; `/drivers/captures/{id}/diff` lists what differs. */
  diff: DomDiff | null;
  /** The capture that it was compared with. */
  baseline: string | null;
  /** It is the baseline now. */
  is_baseline: boolean;
  /** Why it can't be approved; null when it can. */
  refused_as_baseline: string | null;
  /** Requests of the page that were not let through, such as `http://ads.example`, at most 20. */
  blocked: string[];
}

/** What a service's page should look like. */
export interface Baseline {
  service: string;
  url: string;
  kind: Capture['kind'];
  capture: string;
  /** Who approved what when, the newest first. `first` means that nobody approved it: it was the first capture. */
  history: { capture: string; at: number; by: string; note: string }[];
}

/** An element as the tree of a capture holds it. */
export interface DomNode {
  tag: string;
  id?: string;
  /** Class names, sorted, with spaces between them. */
  cls?: string;
  /** All attributes but `class`, `id` and `style`. */
  attrs?: Record<string, string>;
  /** The text directly in it, without that of its children; white space folded, at most 500 characters. */
  text?: string;
  children?: DomNode[];
}

/** The root says what the document as a whole was like. */
export interface DomTree extends DomNode {
  meta: { text_length: number; dom_nodes: number; matched_error_selectors: string[] };
}
