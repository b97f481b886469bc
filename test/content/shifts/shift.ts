import { bigint, boolean, date, defineCollection, login, reference, refuse } from 'quire-cms';

/** Nobody has two shifts on a day. The hooks look without a lock of their own, unless the shift is `careful`. */
export default defineCollection({
  name: 'shift',
  label: 'Shift',
  path: '/v1/shift',
  audit: 'full',
  fields: {
    employee: reference('employee', { required: true }),
    day: date({ required: true }),
    careful: boolean({ default: false }),
    /** Takes the place of the employee. */
    stand_in: bigint(),
  },
  access: { read: login, create: login, update: login, delete: login, trash: login, restore: login },
  hooks: {
    async beforeCreate({ values, records }) {
      const { stand_in: employee } = values;
      const taken = employee === null ? {} : { employee };
      await requireFree(records, { ...values, ...taken });
      return taken;
    },
    async beforeUpdate({ record, changes, records }) {
      await requireFree(records, { ...record, ...changes }, record.id);
      return undefined;
    },
    async beforeRestore({ record, records }) {
      await requireFree(records, record, record.id);
    },
  },
});

interface Shift {
  readonly employee: bigint;
  readonly day: string;
  readonly careful: boolean;
}

interface Found {
  lock(record: string, id: bigint): Promise<unknown>;
  where(record: string, where: object): Promise<readonly { readonly id: bigint }[]>;
}

async function requireFree(records: Found, { employee, day, careful }: Shift, own?: bigint): Promise<void> {
  if (careful) await records.lock('employee', employee);
  const others = await records.where('shift', { employee, day });
  if (others.some(({ id }) => id !== own)) refuse('has a shift on this day', 'day');
}
