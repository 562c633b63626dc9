/** Integer ids of one page of nodes, and the total number. */
export interface FoundNodes {
  ids: number[];
  total: number;
}
