import { describe, expect, it } from 'vitest';
import { factsOfOldEvent } from '../event/facts.ts';
import { summaryOf } from './event-rows.ts';

describe('the line of an event', () => {
  it.each([
    [{ type: 'HEALTH_TRANSITION', from: 'up', to: 'down' }, 'up → down'],
    [{ type: 'HEALTH_TRANSITION', from: 'up', to: 'down', reason: 'refused' }, 'up → down: refused'],
    [{ type: 'HEALTH_TRANSITION' }, '? → ?'],
    [{ type: 'REGRESSION', reason: 'running\nError: b', endpoint: '/x' }, 'Error: b'],
    [{ type: 'VISUAL_DIFF', url: 'http://x', diff: { status: 'issue' } }, 'issue · http://x'],
    [{ type: 'PASS', status: 'ok', endpoint: '/a', file: 'b.py' }, 'ok · /a · b.py'],
    [{ type: 'PASS', status: 1, diff: 'x' }, ''],
  ])('%j', (event, text) => {
    const facts = factsOfOldEvent(event);
    if (facts === undefined) throw new Error('refused');
    expect(summaryOf(facts)).toBe(text);
  });
});
