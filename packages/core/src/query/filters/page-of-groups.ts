/** Integer ids of one page of groups, and the total number. */
export interface PageOfGroups {
  ids: number[];
  total: number;
}
