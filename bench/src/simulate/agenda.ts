/**
 * Events in the order of their times, equal times in the order of their insertion: a binary heap in typed arrays
 * (Williams 1964), because tens of millions of events pass through it.
 */
export class Agenda {
  #size = 0;
  #inserted = 0;
  #times = new Float64Array(1024);
  #orders = new Float64Array(1024);
  #events = new Int32Array(1024);

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Time of the next event; Infinity if there is none. */
  get time(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#at(this.#times, 0);
  }

  /** @param event any integer of 32 bits */
  add(time: number, event: number): void {
    if (this.#size === this.#times.length) this.#grow();
    let place = this.#size++;
    const order = this.#inserted++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#at(this.#times, parent) <= time) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#put(place, time, order, event);
  }

  /** Removes the next event. */
  next(): number {
    const event = this.#at(this.#events, 0);
    const last = --this.#size;
    if (last > 0) this.#sink(this.#at(this.#times, last), this.#at(this.#orders, last), this.#at(this.#events, last));
    return event;
  }

  #sink(time: number, order: number, event: number): void {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#precedes(child + 1, child)) child++;
      const first = this.#at(this.#times, child);
      if (time < first || (time === first && order < this.#at(this.#orders, child))) break;
      this.#move(child, place);
      place = child;
    }
    this.#put(place, time, order, event);
  }

  #precedes(one: number, other: number): boolean {
    const difference = this.#at(this.#times, one) - this.#at(this.#times, other);
    return difference < 0 || (difference === 0 && this.#at(this.#orders, one) < this.#at(this.#orders, other));
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#at(this.#times, from), this.#at(this.#orders, from), this.#at(this.#events, from));
  }

  #put(place: number, time: number, order: number, event: number): void {
    this.#times[place] = time;
    this.#orders[place] = order;
    this.#events[place] = event;
  }

  #at(column: Float64Array | Int32Array, place: number): number {
    return column[place] ?? Number.NaN;
  }

  #grow(): void {
    const length = 2 * this.#times.length;
    const [times, orders, events] = [new Float64Array(length), new Float64Array(length), new Int32Array(length)];
    times.set(this.#times);
    orders.set(this.#orders);
    events.set(this.#events);
    [this.#times, this.#orders, this.#events] = [times, orders, events];
  }
}
