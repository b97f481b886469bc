import type { FastifyInstance } from 'fastify';
import type { FindBeginner } from '../../access/admission/admit-task.ts';
import type { Records } from '../../records/records.ts';
import { makeSealing } from '../../shared/secrets/sealing.ts';
import { makeAllowed } from './allowed-addresses.ts';
import { Collector } from './collector.ts';
import { makeFindOwner } from './owner.ts';
import { makePost } from './post.ts';
import { deliveryKind } from './send.ts';
import type { WebhookParts } from './webhook-routes.ts';

interface Opened {
  readonly records: Records;
  readonly secrets: readonly [string, ...string[]];
  readonly switchedOff: ReadonlySet<string>;
  readonly webhookNetworks: readonly string[];
  readonly findBeginner: FindBeginner;
}

/** Opens what turns changes into deliveries and sends them, for as long as the app is open. */
export function openWebhooks(
  { records, secrets, switchedOff, webhookNetworks, findBeginner }: Opened,
  app: FastifyInstance,
): WebhookParts {
  const sealing = makeSealing(secrets, 'webhook');
  const allowed = makeAllowed(webhookNetworks);
  const report = (cause: unknown) =>
    app.log.error({ err: cause }, 'deliveries of webhooks were not prepared');
  const findOwner = makeFindOwner({ records, findBeginner, switchedOff });
  const warn = (line: string) => app.log.warn(line);
  const collector = new Collector({ records, findOwner, report, warn });
  records.jobs.define(deliveryKind({ records, sealing, findOwner, warn, post: makePost(allowed) }));
  app.addHook('onReady', () => collector.begin());
  app.addHook('preClose', () => collector.end());
  return { records, sealing, allowed, findOwner };
}
