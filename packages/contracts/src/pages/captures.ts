/** Data of captures that the server sends to the page. Times are Unix time in milliseconds. */

/** One change between two trees, from the keyed comparison. Paths are such as `HTML/BODY/UL#menu/LI[3]`. */
export interface TreeChange {
  kind: 'inserted' | 'removed' | 'moved' | 'text' | 'attributes';
  /** Path in the older tree; null for an inserted element. */
  before: string | null;
  /** Path in the newer tree; null for a removed element. */
  after: string | null;
  /** The changed text or attributes; null for other kinds. */
  was: string | null;
  is: string | null;
}

/**
 * Differences between two captures of a document. The fields up to `issues` are those of older backends: sets of
 * signatures (`TAG/#id/.classes`), at most 20 each; `counts` has their full numbers.
 */
export interface DomDiff {
  /**
   * `new`: there was no baseline. `issue`: the page looks broken, also without changes. `error`: there is no capture.
   */
  status: 'new' | 'ok' | 'changed' | 'issue' | 'error';
  message?: string;
  added?: string[];
  removed?: string[];
  changed_attrs?: string[];
  counts?: { added: number; removed: number; changed_attrs: number; total_old: number; total_new: number };
  issues?: string[];
  /** The first 200 changes of the keyed comparison, in document order. */
  changes?: TreeChange[];
  /** Number of all changes by kind. */
  change_counts?: Record<TreeChange['kind'], number>;
  /** Signatures whose number of elements changed; the first 20. */
  repeated?: { signature: string; before: number; after: number }[];
  /** Differences of the pictures; absent without a picture of the baseline. */
  pixels?: PixelDiff;
}

/** How much of a picture differs from another one. */
export interface PixelDiff {
  changed: number;
  /** Of all pixels, 0 to 1; rounded up to millionths. */
  ratio: number;
  /** The sizes differ: pixels that only one picture has are changed. */
  resized: boolean;
  /** The rectangle around the changed pixels that both pictures have; null without any. */
  box: { x: number; y: number; width: number; height: number } | null;
}

/** A stored state of a page. */
export interface Capture {
  id: string;
  /** `dom`: tree and picture by the own browser. `screenshot`: a picture by the remote browser. */
  kind: 'dom' | 'screenshot';
  service: string;
  url: string;
  at: number;
  /** URL after redirects. */
  final_url: string;
  title: string;
  /** HTTP status of the document; null if the browser did not report it. */
  http_status: number | null;
  /** The picture at `/drivers/captures/{id}/image`. */
  image: { type: string; bytes: number; width: number; height: number } | null;
  /** The tree at `/drivers/captures/{id}/dom`. */
  dom: { nodes: number; truncated: boolean } | null;
  /** Counted differences from the baseline of that time; `/drivers/captures/{id}/diff` lists them. */
  diff: DomDiff | null;
  /** Id of that baseline. */
  baseline: string | null;
  /** Whether it is the present baseline. */
  is_baseline: boolean;
  /** Why it cannot be approved; null if it can. */
  refused_as_baseline: string | null;
  /** Refused requests of the page, such as `http://ads.example`, at most 20. */
  blocked: string[];
  /** Who decided that its differences from a baseline are faults of the page; null if nobody did. */
  rejected: Rejection | null;
}

/** The decision to keep a baseline although a capture differs from it. */
export interface Rejection {
  at: number;
  by: string;
  note: string;
  /** Id of that baseline. */
  baseline: string;
}

/** A capture that a user has not reviewed yet: the newest one of its page, and the baseline that it differs from. */
export interface ReviewItem {
  after: Capture;
  before: Capture;
}

/** The result of an approval of several captures. */
export interface Approvals {
  approved: Baseline[];
  refused: { capture: string; reason: string }[];
}

/** The expected state of a page of a service. */
export interface Baseline {
  service: string;
  url: string;
  kind: Capture['kind'];
  capture: string;
  /** Approvals, newest first. `by` is `first` if no user approved it: it was the first capture. */
  history: { capture: string; at: number; by: string; note: string }[];
}

/** An element in the tree of a capture. */
export interface DomNode {
  tag: string;
  id?: string;
  /** Class names, sorted and separated by spaces. */
  cls?: string;
  /** All attributes except `class`, `id` and `style`. */
  attrs?: Record<string, string>;
  /** The text directly in it, without that of its children; white space collapsed, at most 500 characters. */
  text?: string;
  children?: DomNode[];
}

/** The root also describes the complete document. */
export interface DomTree extends DomNode {
  meta: { text_length: number; dom_nodes: number; matched_error_selectors: string[] };
}
