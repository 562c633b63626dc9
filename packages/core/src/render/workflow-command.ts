/** A workflow command of GitHub's runner, such as `::error file=a.ts,line=3::text`. */
export function workflowCommand(name: string, properties: Readonly<Record<string, string>>, text: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name} ${list.join(',')}::${data(text)}\n`;
}

/** Escapes the message, the part after the second `::`. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
