/** Integer ids of one page of nodes, and how many there are in all. */
export interface FoundNodes {
  ids: number[];
  total: number;
}
