import { setTimeout as wait } from 'node:timers/promises';
import {
  defineCollection,
  integer,
  login,
  ownRows,
  type RowOf,
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
  access: { read: login, create: login, update: ownRows(login), delete: login },
  hooks: {
    beforeCreate({ values, actor }) {
      if (values.amount > 50) refuse('at most 50 at once', 'amount');
      if (values.word === 'refuse') refuse('closed today');
      if (values.word === 'break') throw new Error('inner detail');
      return { seen: `${actor.username} ${values.word} ${'name' in values}` };
    },
    async afterCreate({ row, records }) {
      if (row.word === 'late failure') throw new Error('inner detail');
      if (row.word === 'unawaited') void records.update('item', row.item_id, { name: 'unawaited' });
      if (row.word === 'swallowed') await records.update('item', row.item_id, { stock: -1 }).catch(() => {});
      if (row.word === 'own collection') await records.create('quire_user', { username: 'x' });
      if (row.word === 'no collection') await records.find('nothing', 1n);
      if (row.word === 'circle')
        await records.create('booking', { item_id: row.item_id, amount: 1, word: 'circle' });
      const found = await records.find('item', row.item_id);
      const left = (found as RowOf<typeof item> | undefined)?.stock ?? 0;
      if (left < row.amount) refuse(`only ${left} left`, 'amount');
      await records.update('item', row.item_id, { stock: left - row.amount });
    },
    beforeUpdate({ row, changes }) {
      if (changes.item_id !== undefined && changes.item_id !== row.item_id)
        refuse('cannot be exchanged', 'item_id');
      if (row.word === 'tell changes') return { seen: Object.keys(changes).join() };
      if (changes.word === 'bad answer') return { amount: 'many' } as never;
      if (changes.word === 'no fields') return 5 as never;
      return undefined;
    },
    async afterUpdate({ row, before, records }) {
      const found = (await records.find('item', row.item_id)) as RowOf<typeof item> | undefined;
      if (found && row.amount !== before.amount)
        await records.update('item', found.id, { stock: found.stock - row.amount + before.amount });
    },
    beforeDelete({ row }) {
      if (row.word === 'keep') refuse('cannot be cancelled');
    },
    async afterDelete({ row, records }) {
      const found = (await records.find('item', row.item_id)) as RowOf<typeof item> | undefined;
      if (found) await records.update('item', found.id, { stock: found.stock + row.amount });
    },
    beforeRestore({ row }) {
      if (row.word === 'stay away') refuse('cannot be restored');
    },
    async afterRestore({ row, records }) {
      const found = (await records.find('item', row.item_id)) as RowOf<typeof item> | undefined;
      if (found) await records.update('item', found.id, { stock: found.stock - row.amount });
    },
    beforePurge({ row }) {
      if (row.word === 'stay here') refuse('cannot be destroyed');
    },
    async afterCommit({ action, row, before, records, actor }) {
      if (row.word === 'lost letter') throw new Error('no post today');
      if (row.word === 'slow letter') await wait(500);
      const text = `${action} ${row.id} ${before?.amount ?? '-'} ${row.amount} ${actor.id}`;
      await records.create('letter', { text });
    },
  },
});
