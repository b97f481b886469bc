import { grant } from '../../access/accounts/grant.collection.ts';
import { type ImportStep, imported, skipped } from './decision.ts';
import { decideEach, idOf, type Move } from './move.ts';

const table = 'lin_group_permission';

/** The grants whose group and permission are both imported. */
export function grants(move: Move): ImportStep {
  const { mapping, store, source } = move;
  const twin = 'o.group_id = t.group_id and o.permission_id = t.permission_id';
  return {
    table,
    select: [
      't.group_id',
      't.permission_id',
      `(select g.level from ${source.from('lin_group')} g where g.id = t.group_id) as level`,
      `(select min(o.id) from ${source.from(table)} o where ${twin}) as first`,
    ],
    async decide(records) {
      const groups = await mapping.targets(
        'lin_group',
        records.map((record) => idOf(record.group_id)),
      );
      const permissions = await mapping.targets(
        'lin_permission',
        records.map((record) => idOf(record.permission_id)),
      );
      const held = await store.reads.where(grant, (select) =>
        select.where('group_id', 'in', [0n, ...groups.values()]),
      );
      return decideEach(move, table, records, (record) => {
        const group_id = groups.get(idOf(record.group_id));
        const permission_id = permissions.get(idOf(record.permission_id));
        if (record.first !== record.id) return skipped('the group is granted the same twice');
        if (record.level === '1') return skipped('super administrators hold every permission');
        if (group_id === undefined) return skipped(`group ${record.group_id} is not taken over`);
        if (permission_id === undefined)
          return skipped(`permission ${record.permission_id} is not taken over`);
        const match = held.find(
          (one) => one.group_id === group_id && one.permission_id === permission_id,
        )?.id;
        return match === undefined
          ? imported(grant, { group_id, permission_id })
          : { outcome: 'present', match };
      });
    },
  };
}
