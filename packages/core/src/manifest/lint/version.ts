import type { Findings } from '../findings.ts';
import { quoted } from '../text/quoted.ts';
import { type ObjectValue, propertyOf } from '../tree.ts';

/** `MAJOR.MINOR`, or a format name with its major version, such as `intract.v1`. */
const FORMS = [/^(\d{1,6})\.\d{1,6}$/, /^[A-Za-z][\w-]*(?:\.[\w-]+)*\.v(\d{1,6})$/];
const KNOWN_MAJOR = 1;

/** The specification does not define the format of `version`. The default is 1.0. */
export function checkVersion(root: ObjectValue, findings: Findings): void {
  const version = propertyOf(root, 'version')?.value;
  if (version?.kind !== 'string') return;
  const path = { parent: undefined, step: 'version' };
  const major = FORMS.map((form) => form.exec(version.text)?.[1]).find((it) => it !== undefined);
  if (major === undefined) findings.add('lint/version-form', version, path, { version: quoted(version.text) });
  else if (Number(major) > KNOWN_MAJOR) {
    findings.add('lint/version-newer', version, path, { version: version.text });
  }
}
