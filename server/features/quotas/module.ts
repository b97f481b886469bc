import { startPeriodicTask } from '../../background/periodic-task.ts';
import { defineModule } from '../../module/define-module.ts';
import { retentionSchedule } from '../../records/past/retention.ts';
import { KNOWN_FOR_MS } from './counters.ts';
import { quotaFigures } from './figures.ts';
import { quota } from './quota.collection.ts';
import { quotaRoutes } from './quota-routes.ts';
import { quotaUse } from './quota-use.collection.ts';
import { Quotas } from './quotas.ts';

/** What keys, users, groups and networks may use in a time. */
export const quotas = defineModule({
  name: 'quotas',
  about: 'server',
  collections: [quota, quotaUse],
  personalData: [
    { definition: quota, owner: 'holder_id', only: ['holder', 'user'] },
    { definition: quotaUse, owner: 'user_id' },
  ],
  open({ app, store }) {
    const held = new Quotas(store);
    const report = (cause: unknown) => app.log.error({ err: cause }, 'uses of quotas could not be stored');
    app.gates.add(held.gate);
    app.addHook('preHandler', held.handle);
    const telling = startPeriodicTask({ everyMs: KNOWN_FOR_MS, run: () => held.tell(), report });
    app.addHook('onClose', async () => {
      await telling.stop();
      await held.tell().catch(report);
    });
    return {
      routes: quotaRoutes(() => held.forget()),
      figures: quotaFigures(store, held.refusals),
      schedules: [retentionSchedule(store, { definition: quotaUse, age: 'end_time', days: 1 })],
    };
  },
});
