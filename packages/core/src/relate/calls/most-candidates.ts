/** Maximum number of candidates of a call; in bundled code hundreds of functions can have one short name. */
export const mostCandidates = 16;
