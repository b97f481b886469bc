import { texts } from '../../definitions/project/setting-kinds.ts';
import { defineModule } from '../../module/define-module.ts';
import { retentionSchedule } from '../../records/past/retention.ts';
import { isNetwork } from '../../shared/networks.ts';
import { webhookConcerns } from './concerns.ts';
import { delivery } from './delivery.collection.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { openWebhooks } from './open-webhooks.ts';
import { manageWebhooks } from './owned.ts';
import { webhook } from './webhook.collection.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** How long deliveries can be looked up. */
const DELIVERY_DAYS = 30;

/** Tells other systems what changes. */
export const webhooks = defineModule({
  name: 'webhooks',
  settings: {
    WEBHOOK_NETWORKS: texts({
      initial: '',
      meaning:
        'Internal networks to which webhooks may be sent, also by http. Others get them by https at public addresses alone.',
      allowed: 'addresses and networks such as 10.0.0.0/8, separated by commas',
      fits: isNetwork,
    }),
  },
  collections: [webhook, delivery],
  permissions: [manageWebhooks],
  personalData: [{ definition: webhook, owner: 'create_user_id' }],
  sealedColumns: [
    {
      definition: webhook,
      owner: 'create_user_id',
      columns: ['secret', 'former_secret'],
      purpose: 'webhook',
      remedy: 'replace the secret of each webhook, then resume it',
    },
  ],
  open(host) {
    const { parts, jobs, figures } = openWebhooks(host, host.settings.webhookNetworks);
    return {
      routes: [...webhookRoutes(parts), ...deliveryRoutes(host.store)],
      jobs,
      figures,
      concerns: webhookConcerns(host.store),
      schedules: [
        retentionSchedule(host.store, { definition: delivery, age: 'end_time', days: DELIVERY_DAYS }),
      ],
    };
  },
});
