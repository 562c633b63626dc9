import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, words }: { text: () => string; words: string }): JSX.Element {
  const [said, setSaid] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const copy = async (): Promise<void> => {
    setSaid((await copied(text())) ? 'Copied' : 'Not copied: the browser forbids it');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(''), 1800);
  };
  return (
    <button type="button" class="copy" onClick={copy} title={text()}>
      {words}
      <span role="status">{said}</span>
    </button>
  );
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

/** Some browsers deny local files the clipboard; a selection may still be copied. */
function copiedBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'for-reader';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
