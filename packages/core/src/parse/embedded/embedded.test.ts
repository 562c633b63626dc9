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
    ['open lists', 'jupyter-notebook', '{"cells":['],
    ['closing brackets', 'jupyter-notebook', '{"a":"\\\\"},'],
  ])('128 KiB of %s in a %s file is read in time that grows with its size', (_, format, part) => {
    const bytes = Buffer.from(part.repeat(Math.ceil(2 ** 17 / part.length)));
    const begin = performance.now();
    const result = embeddedCode(format, bytes);
    expect(performance.now() - begin).toBeLessThan(5000);
    if ('bytes' in result && format !== 'jupyter-notebook') expect(result.bytes.length).toBe(bytes.length);
  });

  test('a notebook of 50,000 cells on one line, or each on lines of its own, is read in time that grows with its size', () => {
    const cell = '{"cell_type":"code","source":["a = 1\\n","b()"]}';
    const metadata = '"metadata":{"kernelspec":{"language":"python"}}';
    const begin = performance.now();
    for (const end of [',', ',\n']) {
      const notebook = `{"cells":[${`${cell}${end}`.repeat(50_000)}{}],${metadata}}`;
      const result = embeddedCode('jupyter-notebook', Buffer.from(notebook));
      expect('problems' in result && result.problems.length).toBe(50_000);
    }
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
});
