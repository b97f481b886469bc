import { Type } from '../../../contract/json-schema.ts';
import { done, success } from '../../access/write-result.ts';
import { AppError, badParameters } from '../../errors.ts';
import { linQuery, parseId, type Route, readLinPage, route, toLinPage } from '../../http/index.ts';
import type { RecordStore, Select } from '../../records/index.ts';
import { DELIVERY_JOB, followByJob } from './deliveries.ts';
import { DELIVERY_STATES, delivery } from './delivery.collection.ts';
import { message } from './messages/message.ts';
import { getWebhook } from './owned.ts';
import { problemIn } from './pause.ts';
import { deliveryPage } from './schemas.ts';
import { common, one } from './webhook-routes.ts';

/** The routes of deliveries: what was sent and answered, and sending it again. */
export function deliveryRoutes(store: RecordStore): Route[] {
  return [listDeliveries, redeliver(store)];
}

const listDeliveries = route({
  ...one,
  method: 'GET',
  path: '/cms/webhook/:id/delivery',
  summary: message('listDeliveries'),
  query: linQuery({ state: Type.Optional(Type.String({ enum: DELIVERY_STATES })) }),
  answer: deliveryPage,
  isTranslated: true,
  async handle({ reads, longReads, actor }, { params, query, language }) {
    const { id } = await getWebhook(reads, params.id, actor);
    const { count, offset } = readLinPage(query);
    const wanted = (select: Select) => {
      const own = select.where('webhook_id', '=', id);
      return query.state === undefined ? own : own.where('state', '=', query.state);
    };
    const items = await longReads.where(delivery, (select) =>
      wanted(select).orderBy('id', 'desc').limit(count).offset(offset),
    );
    return toLinPage(query, items.map(problemIn(language())), await longReads.count(delivery, wanted));
  },
});

const redeliver = (store: RecordStore) =>
  route({
    ...common,
    method: 'POST',
    path: '/cms/webhook/:id/delivery/:delivery/redelivery',
    harmless: 'sends again what was sent to an address that was given with a proof',
    params: Type.Object({ id: Type.String(), delivery: Type.String() }),
    summary: message('redeliver'),
    async handle(door, { params }) {
      const result = await door.write(async (writes) => {
        const hook = await getWebhook(writes, params.id, door.actor);
        const record = await writes.find(delivery, parseId(params.delivery));
        if (record?.webhook_id !== hook.id) throw new AppError('recordNotFound');
        if (record.state === 'waiting') throw badParameters({ delivery: message('deliveryWaits') });
        await writes.update(delivery, record.id, { state: 'waiting', end_time: null });
        followByJob(writes, record);
        return done(success.done, message('deliveryRepeated', { id: record.id }));
      });
      store.jobs.wake(DELIVERY_JOB);
      return result;
    },
  });
