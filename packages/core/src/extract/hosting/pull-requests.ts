/** A pull request of a branch. */
export interface PullRequest {
  number: number;
  url: string;
  /** It was open before. */
  isOpen: boolean;
}

export interface NewPullRequest {
  /** Of the repository itself. */
  branch: string;
  title: string;
  /** Markdown. */
  text: string;
}

/** The pull requests of one repository of a hosting service. */
export interface PullRequests {
  /**
   * Opens a pull request to the default branch, unless the branch has an open one, which does not change.
   *
   * @throws AnalyzerError `tracker_unavailable` when the service fails or refuses; `cancelled`
   */
  open(request: NewPullRequest): Promise<PullRequest>;
}
