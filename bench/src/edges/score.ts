/** How the edges of a scan compare with those of a judge. */
export class Score {
  judged = 0;
  equal = 0;
  /** Edges of the scan where the judge knows the target, inside the tree or outside. */
  claimed = 0;
  /** Edges of the scan where the judge knows nothing. */
  unjudged = 0;
  readonly wrong: string[] = [];

  /**
   * @param judged accepted paths; empty if the target is outside the tree; undefined if the judge does not know it
   * @param found paths in the tree
   */
  add(location: string, judged: readonly string[] | undefined, found: readonly string[]): void {
    if (judged === undefined) {
      if (found.length > 0) this.unjudged++;
      return;
    }
    if (judged.length > 0) this.judged++;
    if (found.length > 0) this.claimed++;
    const isEqual = found.length > 0 && found.some((path) => judged.includes(path));
    if (isEqual) this.equal++;
    else if (judged.length + found.length > 0) {
      this.wrong.push(`${location}: judge ${judged.join(' or ') || '-'}, scan ${found.join(' or ') || '-'}`);
    }
  }

  get recall(): number {
    return this.judged === 0 ? 1 : this.equal / this.judged;
  }

  get precision(): number {
    return this.claimed === 0 ? 1 : this.equal / this.claimed;
  }
}
