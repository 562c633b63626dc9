/** Parameters of BM25 that most programs use by default (Robertson and Zaragoza 2009). */
const [K1, B] = [1.2, 0.75];

/** Ranks documents by plain BM25. */
export class Bm25 {
  /** By word: how often each document has it. */
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths = new Map<number, number>();
  #total = 0;

  /** @param times how often the document has the word */
  add(document: number, word: string, times: number): void {
    const its = this.#postings.get(word) ?? new Map<number, number>();
    this.#postings.set(word, its.set(document, (its.get(document) ?? 0) + times));
    this.#lengths.set(document, (this.#lengths.get(document) ?? 0) + times);
    this.#total += times;
  }

  /** Documents with one of the words, best first. */
  search(words: readonly string[]): number[] {
    const count = this.#lengths.size;
    const mean = this.#total / count;
    const scores = new Map<number, number>();
    for (const word of new Set(words)) {
      const its = this.#postings.get(word) ?? new Map<number, number>();
      const rare = Math.log(1 + (count - its.size + 0.5) / (its.size + 0.5));
      for (const [document, times] of its) {
        const length = (this.#lengths.get(document) ?? 0) / mean;
        const score = (rare * times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
        scores.set(document, (scores.get(document) ?? 0) + score);
      }
    }
    return [...scores].sort(([a, one], [b, other]) => other - one || a - b).map(([document]) => document);
  }
}
