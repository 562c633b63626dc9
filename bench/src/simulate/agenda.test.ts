import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Agenda } from './agenda.ts';

const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 3000 });

test('returns events by time, equal times by insertion', () => {
  fc.assert(
    fc.property(times, (all) => {
      const agenda = new Agenda();
      for (const [event, time] of all.entries()) agenda.add(time, event);
      const found: number[] = [];
      while (!agenda.isEmpty) found.push(agenda.next());
      const expected = [...all.keys()].sort((a, b) => (all[a] ?? 0) - (all[b] ?? 0) || a - b);
      expect(found).toEqual(expected);
    }),
  );
});

test('insertion and removal may alternate', () => {
  fc.assert(
    fc.property(times, (all) => {
      const agenda = new Agenda();
      let [clock, removed] = [0, 0];
      for (const [event, delay] of all.entries()) {
        agenda.add(clock + delay, event);
        if (event % 3 !== 2) continue;
        const { time } = agenda;
        expect(time).toBeGreaterThanOrEqual(clock);
        clock = time;
        agenda.next();
        removed++;
      }
      let left = 0;
      for (; !agenda.isEmpty; left++) agenda.next();
      expect(left + removed).toBe(all.length);
      expect(agenda.time).toBe(Number.POSITIVE_INFINITY);
    }),
  );
});
