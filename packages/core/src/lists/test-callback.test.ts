import { expect, test } from 'vitest';
import { isTestCallback } from './test-callback.ts';

test.each([
  "it('adds') callback",
  'test("adds") callback',
  'describe.only(`a (b)`) callback',
  "test.describe.serial('a') callback",
  'beforeEach callback',
  'test.beforeAll callback',
])('%s is a part of a test', (name) => {
  expect(isTestCallback(name)).toBe(true);
});

test.each([
  undefined,
  '',
  'it callback',
  'test callback',
  "it('a') function",
  "r.get('/a') callback",
  "app.it('a') callback",
  "test.route('a') callback",
  "constructor('a') callback",
  'setup callback',
  "beforeEach('a').then callback",
])('%s is not a part of a test', (name) => {
  expect(isTestCallback(name)).toBe(false);
});
