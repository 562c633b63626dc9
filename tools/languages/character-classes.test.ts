import { expect, test } from 'vitest';
import recorded from '../../languages/character-classes.json' with { type: 'json' };
import { readCharacterClasses } from './character-classes.mjs';

test('languages/character-classes.json has the letters and white space of web-tree-sitter', async () => {
  const { alpha, space } = await readCharacterClasses();
  expect(alpha.length).toBeGreaterThan(500);
  expect({ alpha: recorded.alpha, space: recorded.space }).toEqual({ alpha, space });
});
