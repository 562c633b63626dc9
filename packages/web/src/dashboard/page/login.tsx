import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Asks for a token and exchanges it for a session. */
export function Login({ entered }: { entered: () => void }): JSX.Element {
  const [problem, setProblem] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const token = new FormData(event.target).get('token');
    const response = await fetch('session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (response.ok) entered();
    else setProblem('This token is not valid.');
  };
  return (
    <main class="login">
      <h1>Dashboard</h1>
      <form onSubmit={(event) => void submit(event)}>
        <label for="token">Token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required />
        <button type="submit">Open</button>
      </form>
      <p role="alert">{problem}</p>
    </main>
  );
}
