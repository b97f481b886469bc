import { setTimeout as wait } from 'node:timers/promises';
import {
  defineCollection,
  integer,
  login,
  ownRecords,
  type RecordOf,
  reference,
  refuse,
  slug,
  text,
} from 'quire-cms';
import type item from './item.ts';

/** Takes a number of an item, and gives them back when it is deleted. Each hook does one thing that a test asks for. */
export default defineCollection({
  name: 'booking',
  label: 'Booking',
  path: '/v1/booking',
  audit: 'full',
  fields: {
    item_id: reference('item', { required: true, onDelete: 'delete' }),
    amount: integer({ min: 1, required: true }),
    word: text({ max: 20, default: 'plain' }),
    name: slug({ from: 'word' }),
    code: text({ max: 20, unique: true }),
    seen: text({ max: 200, default: '' }),
  },
  access: { read: login, create: login, update: ownRecords(login), delete: login },
  hooks: {
    beforeCreate({ values, actor }) {
      if (values.amount > 50) refuse('at most 50 at once', 'amount');
      if (values.word === 'refuse') refuse('closed today');
      if (values.word === 'break') throw new Error('inner detail');
      return { seen: `${actor.username} ${values.word} ${'name' in values}` };
    },
    async afterCreate({ record, records }) {
      if (record.word === 'late failure') throw new Error('inner detail');
      if (record.word === 'unawaited') void records.update('item', record.item_id, { name: 'unawaited' });
      if (record.word === 'swallowed')
        await records.update('item', record.item_id, { stock: -1 }).catch(() => {});
      if (record.word === 'own collection') await records.create('quire_user', { username: 'x' });
      if (record.word === 'no collection') await records.find('nothing', 1n);
      if (record.word === 'circle')
        await records.create('booking', { item_id: record.item_id, amount: 1, word: 'circle' });
      const found = await records.find('item', record.item_id);
      const left = (found as RecordOf<typeof item> | undefined)?.stock ?? 0;
      if (left < record.amount) refuse(`only ${left} left`, 'amount');
      await records.update('item', record.item_id, { stock: left - record.amount });
    },
    beforeUpdate({ record, changes }) {
      if (changes.item_id !== undefined && changes.item_id !== record.item_id)
        refuse('cannot be exchanged', 'item_id');
      if (record.word === 'tell changes') return { seen: Object.keys(changes).join() };
      if (changes.word === 'bad answer') return { amount: 0 };
      if (changes.word === 'no fields') return 5 as never;
      if (changes.word === 'other field') return { amount: 0, nothing: 1 } as never;
      return undefined;
    },
    async afterUpdate({ record, before, records }) {
      const found = (await records.find('item', record.item_id)) as RecordOf<typeof item> | undefined;
      if (found && record.amount !== before.amount)
        await records.update('item', found.id, { stock: found.stock - record.amount + before.amount });
    },
    beforeDelete({ record }) {
      if (record.word === 'keep') refuse('cannot be cancelled');
    },
    async afterDelete({ record, records }) {
      const found = (await records.find('item', record.item_id)) as RecordOf<typeof item> | undefined;
      if (found) await records.update('item', found.id, { stock: found.stock + record.amount });
    },
    beforeRestore({ record }) {
      if (record.word === 'stay away') refuse('cannot be restored');
    },
    async afterRestore({ record, records }) {
      const found = (await records.find('item', record.item_id)) as RecordOf<typeof item> | undefined;
      if (found) await records.update('item', found.id, { stock: found.stock - record.amount });
    },
    beforePurge({ record }) {
      if (record.word === 'stay here') refuse('cannot be destroyed');
    },
    async afterCommit({ action, record, before, records, actor }) {
      if (record.word === 'lost letter') throw new Error('no post today');
      if (record.word === 'slow letter') await wait(500);
      const text = `${action} ${record.id} ${before?.amount ?? '-'} ${record.amount} ${actor.id}`;
      await records.create('letter', { text });
    },
  },
});
