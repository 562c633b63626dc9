import { isObject, own } from '../event/values.ts';
import { HttpProblem } from '../http/problem.ts';

/** Types of notifications, with the field of a subscription that requests them. */
export const TYPES = {
  REGRESSION_NEW: { description: 'A regression', icon: '🚨', config_field: 'regression_new' },
  REGRESSION_DIFF: { description: 'Another regression within 30 seconds', icon: '⚠️', config_field: 'regression_diff' },
  STATUS_TRANSITION: { description: 'The status changed', icon: '🔄', config_field: 'status_transition' },
  PASS_RECOVERY: { description: 'From failing to passing', icon: '✅', config_field: 'pass_recovery' },
  ANOMALY_NEW: { description: 'An anomaly', icon: '🔶', config_field: 'anomaly_new' },
  VISUAL_DIFF_NEW: { description: 'A visual difference', icon: '👁️', config_field: 'visual_diff_new' },
  HEALTH_CHANGE: { description: 'The health changed', icon: '💓', config_field: 'health_change' },
} as const;

export type NotificationType = keyof typeof TYPES;

export const TRANSITIONS = {
  HEALTHY_TO_UNHEALTHY: { description: 'From passing to failing', example: 'PASS → FAIL' },
  UNHEALTHY_TO_HEALTHY: { description: 'From failing to passing', example: 'FAIL → PASS' },
  ANY: { description: 'Any change', example: 'any change of the status' },
} as const;

export const DEFAULT_CONFIG = {
  enabled: true,
  regression_new: true,
  regression_diff: false,
  regression_diff_seconds: 30,
  status_transition: true,
  status_transition_type: 'ANY',
  anomaly_new: true,
  visual_diff_new: false,
  health_change: true,
  pass_recovery: true,
  cooldown_seconds: 5,
  services_include: [] as readonly string[],
  services_exclude: [] as readonly string[],
};

export type NotificationConfig = typeof DEFAULT_CONFIG;

const NAMES_MOST = 100;
const NAME_LONGEST = 400;

/** Reads the settings of a subscription; absent fields have their default. @throws HttpProblem 422 */
export function configIn(value: unknown): NotificationConfig {
  if (value === null || value === undefined) return DEFAULT_CONFIG;
  if (!isObject(value)) throw refused('body', 'Input should be a valid dictionary');
  const flag = (key: keyof NotificationConfig, fallback: boolean): boolean => {
    const given = own(value, key) ?? fallback;
    if (typeof given !== 'boolean') throw refused(key, 'Input should be a valid boolean');
    return given;
  };
  const seconds = (key: keyof NotificationConfig, fallback: number): number => {
    const given = own(value, key) ?? fallback;
    if (typeof given !== 'number' || !(given >= 0)) throw refused(key, 'Input should be a valid integer');
    return given;
  };
  const names = (key: keyof NotificationConfig): string[] => {
    const given = own(value, key) ?? [];
    const fits = Array.isArray(given) && given.length <= NAMES_MOST && given.every(isName);
    if (!fits) throw refused(key, 'Input should be a valid list of strings');
    return given;
  };
  const transition = own(value, 'status_transition_type') ?? 'ANY';
  if (typeof transition !== 'string' || !Object.hasOwn(TRANSITIONS, transition)) {
    throw refused('status_transition_type', `Input should be ${Object.keys(TRANSITIONS).join(', ')}`);
  }
  return {
    enabled: flag('enabled', true),
    regression_new: flag('regression_new', true),
    regression_diff: flag('regression_diff', false),
    regression_diff_seconds: seconds('regression_diff_seconds', 30),
    status_transition: flag('status_transition', true),
    status_transition_type: transition,
    anomaly_new: flag('anomaly_new', true),
    visual_diff_new: flag('visual_diff_new', false),
    health_change: flag('health_change', true),
    pass_recovery: flag('pass_recovery', true),
    cooldown_seconds: seconds('cooldown_seconds', 5),
    services_include: names('services_include'),
    services_exclude: names('services_exclude'),
  };
}

function refused(key: string, msg: string): HttpProblem {
  return new HttpProblem(422, [{ type: 'value_error', loc: ['body', key], msg, input: null }]);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length <= NAME_LONGEST;
}
