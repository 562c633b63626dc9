/** An issue of the hosting service. */
export interface Issue {
  number: string;
  /** Null if the tracker does not store it. */
  url: string | null;
}

/** What the hosting service has of a ticket, and what it would get. */
export interface Publication {
  ticketId: string;
  /** As the service gets it: without texts that notify people or close issues. */
  title: string;
  labels: readonly string[];
  issue: Issue | null;
  /** `none`: the issue has the current title, text, labels and status. */
  action: 'create' | 'update' | 'none';
}

/**
 * The issues of one project in a repository of a hosting service. The tracker has the address and the token of the
 * service. Methods reject with AnalyzerError `tracker_unavailable` when the tracker or the service fails or refuses, and
 * for an id that no ticket has.
 */
export interface Hosting {
  /** What `sync` would do. Sends nothing and changes nothing. */
  preview(ticketId: string): Promise<Publication>;
  /**
   * Creates or updates the issue of a ticket. Nothing is sent if the issue is current, and nothing is read from the
   * issue. A ticket never gets two issues, and no repository is created.
   *
   * @returns what was done, with the issue
   */
  sync(ticketId: string): Promise<Publication>;
}
