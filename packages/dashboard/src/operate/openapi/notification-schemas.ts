import { array, flag, integer, maybe, number, object, ref, type Schema, string, strings } from './parts.ts';

const CONFIG = {
  enabled: flag,
  regression_new: flag,
  regression_diff: flag,
  regression_diff_seconds: number,
  status_transition: flag,
  status_transition_type: { enum: ['HEALTHY_TO_UNHEALTHY', 'UNHEALTHY_TO_HEALTHY', 'ANY'] },
  anomaly_new: flag,
  visual_diff_new: flag,
  health_change: flag,
  pass_recovery: flag,
  cooldown_seconds: number,
  services_include: strings,
  services_exclude: strings,
};

/** The notification API of the older backend. */
export const NOTIFICATION_SCHEMAS: Readonly<Record<string, Schema>> = {
  NotificationConfig: object(CONFIG),
  NotificationWishes: object(CONFIG, Object.keys(CONFIG)),
  Subscription: object({
    subscription_id: string,
    config: ref('NotificationConfig'),
    created_at: integer,
    last_notification_at: maybe('integer'),
  }),
  Subscriptions: array(ref('Subscription')),
  Unsubscribed: object({ status: string, subscription_id: string }),
  TestSent: object({ status: string, message: string }),
  NotificationTypes: {
    type: 'object',
    additionalProperties: object({ description: string, icon: string, config_field: string }),
  },
  StatusTransitions: { type: 'object', additionalProperties: object({ description: string, example: string }) },
};
