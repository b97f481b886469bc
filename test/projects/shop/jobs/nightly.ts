import { defineJob } from 'quire-cms';

export const expire = defineJob({
  name: 'expire',
  label: 'Expire orders that were not paid',
  schedule: { cron: '0 3 * * *', timeZone: 'Europe/Berlin' },
  async run({ records, time }) {
    for await (const { id } of records.each('order', {
      state: 'open',
      create_time: { lt: time - 86_400_000 },
    }))
      await records.update('order', id, { state: 'expired' });
  },
});
