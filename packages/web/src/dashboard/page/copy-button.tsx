import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Copies a text and confirms it. */
export function CopyButton({ label, text }: { label: string; text: () => string }): JSX.Element {
  const [done, setDone] = useState('');
  const copy = (): void => {
    // Only pages of localhost or with TLS may write to the clipboard.
    const written = navigator.clipboard?.writeText(text()) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setDone('Copied'),
      () => setDone('The browser does not allow it'),
    );
  };
  return (
    <button type="button" onClick={copy}>
      {done || label}
    </button>
  );
}
