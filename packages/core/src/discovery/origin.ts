/** How projects were found, for the user. Paths are as the user wrote them. */
export type Origin =
  /** Each of these folders is a project because the user named it. */
  | { how: 'named'; paths: string[] }
  /** The folder is a project because it has this marker. */
  | { how: 'root'; path: string; marker: string }
  /** The folder is a project because no marker is in it. */
  | { how: 'unmarked'; path: string }
  /** The folder contains projects with markers, and `remainder` has the source files outside of them. */
  | { how: 'search'; path: string; projects: number; remainder?: string }
  /** A workspace file lists them. */
  | { how: 'file'; path: string; projects: number };
