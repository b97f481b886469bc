import type { JobKind } from '../../background/job-kind.ts';
import type { Figure } from '../../module/figure.ts';
import type { Host } from '../../module/host.ts';
import { makeSealing } from '../../shared/secrets/sealing.ts';
import { makeAllowed } from './allowed-addresses.ts';
import { Collector } from './collector.ts';
import { makeSendingTally, webhookFigures } from './figures.ts';
import { makeFindOwner } from './owner.ts';
import { pauseMailKind } from './pause-mail.ts';
import { makePost } from './post.ts';
import { deliveryKind } from './send.ts';
import type { WebhookParts } from './webhook-routes.ts';

interface OpenedWebhooks {
  readonly parts: WebhookParts;
  readonly jobs: readonly JobKind[];
  readonly figures: readonly Figure[];
}

/** Opens what turns changes into deliveries and sends them, for as long as the app is open. */
export function openWebhooks(
  { settings, store, app, findBeginner, mail }: Host,
  webhookNetworks: readonly string[],
): OpenedWebhooks {
  const { secrets, switchedOff } = settings;
  const sealing = makeSealing(secrets, 'webhook');
  const allowed = makeAllowed(webhookNetworks);
  const report = (cause: unknown) =>
    app.log.error({ err: cause }, 'deliveries of webhooks were not prepared');
  const findOwner = makeFindOwner({ store, findBeginner, switchedOff });
  const warn = (line: string) => app.log.warn(line);
  const collector = new Collector({ store, findOwner, report, warn });
  app.addHook('onReady', () => collector.begin());
  app.addHook('preClose', () => collector.end());
  const sendings = makeSendingTally();
  const jobs = [
    deliveryKind({ store, sealing, findOwner, warn, post: makePost(allowed), sendings }),
    pauseMailKind({ store, send: mail.send, link: mail.links.signIn, isOn: mail.isOn }),
  ];
  const figures = webhookFigures(store, sendings);
  return { parts: { store, sealing, allowed, findOwner }, jobs, figures };
}
