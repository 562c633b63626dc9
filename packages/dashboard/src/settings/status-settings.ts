import { TOKEN_LEAST } from '../http/tokens.ts';
import type { StatusSettings } from '../status/status-settings.ts';
import type { JsonValue } from './json-value.ts';

const TITLE = 'Status';

/** @throws AnalyzerError `invalid_file` */
export function statusIn(value: JsonValue | undefined): StatusSettings | undefined {
  if (value === undefined) return undefined;
  const given = value.object(['title', 'services', 'token']);
  const services =
    given('services')
      ?.list()
      .map((one) => one.string()) ?? [];
  if (services.length === 0) value.fail('"services" names no service', 'Add names, or patterns such as "shop-*".');
  const token = given('token')?.secret() ?? null;
  if (token !== null && token.length < TOKEN_LEAST) {
    given('token')?.fail(
      `the token has fewer than ${TOKEN_LEAST} characters`,
      'Create one with `openssl rand -hex 32`.',
    );
  }
  return { title: given('title')?.string() ?? TITLE, services, token };
}
