import { expect, test } from 'vitest';
import recorded from '../../languages/character-classes.json' with { type: 'json' };
import { readCharacterClasses } from './character-classes.mjs';

test('the native engine is told what the portable one takes for letters and white space', async () => {
  const { alpha, space } = await readCharacterClasses();
  expect(alpha.length).toBeGreaterThan(500);
  expect({ alpha: recorded.alpha, space: recorded.space }).toEqual({ alpha, space });
});
