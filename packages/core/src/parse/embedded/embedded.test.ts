import { describe, expect, test } from 'vitest';
import examples from '../../../../../fixtures/vectors/embedded.json' with { type: 'json' };
import { embeddedCode, embeddedMode } from './embedded.ts';

interface Example {
  about: string;
  format: string;
  text: string;
  mode?: { language: string; dialect?: string };
  code?: string;
  problems?: { line: number; message: string }[];
  unread?: string;
}

describe('code in files of another format', () => {
  test.each<Example>(examples)('$about', ({ format, text, mode, code, problems, unread }) => {
    const bytes = Buffer.from(text);
    const result = embeddedCode(format, bytes);
    if ('unread' in result) {
      expect(result.unread).toBe(unread);
      expect(embeddedMode(format, bytes)).toEqual({ unread });
      return;
    }
    expect(Buffer.from(result.bytes).toString()).toBe(code);
    expect(result.mode).toEqual(mode);
    expect(result.problems).toEqual(problems ?? []);
    expect(embeddedMode(format, bytes)).toEqual({ language: mode?.language, dialect: format });
  });

  test.each([
    ['scripts', 'vue', '<script>a</script>'],
    ['scripts that are not read', 'svelte', '<script lang="x">a</script>'],
    ['scripts without an end', 'astro', '<script>'],
    ['tags without an end', 'vue', '<script a="'],
    ['braces', 'astro', '<script a={'],
    ['templates', 'vue', '<template>'],
    ['comments', 'svelte', '<!--'],
    ['fences', 'astro', '---\n'],
    ['less-than signs', 'vue', '<'],
    ['closing tags', 'vue', '<script></'],
  ])('a megabyte of %s in a %s file is read in time that grows with its size', (_, format, part) => {
    const bytes = Buffer.from(part.repeat(Math.ceil(2 ** 20 / part.length)));
    const begin = performance.now();
    const result = embeddedCode(format, bytes);
    expect(performance.now() - begin).toBeLessThan(2000);
    if ('bytes' in result) expect(result.bytes.length).toBe(bytes.length);
  });
});
