import { group, LEVEL } from '../../access/accounts/group.collection.ts';
import { type ImportStep, imported, skipped } from './decision.ts';
import { decideEach, type Move, timesOf } from './move.ts';

const table = 'lin_group';

/** Groups. The two built-in groups of the source are matched with those of this server. */
export function groups(move: Move): ImportStep {
  const { source, store } = move;
  return {
    table,
    home: group,
    select: [
      't.name',
      't.info',
      't.level',
      ...source.only(table, 'create_time', 'update_time'),
      `${source.isDeleted(table)} as deleted`,
    ],
    isReferredTo: true,
    async decide(records) {
      const firsts = await source.firstLiving(table, 'name', records);
      const names = records.map(({ name }) => name);
      const here = await store.reads.where(group, (select) =>
        select.where((e) => e.or([e('name', 'in', names), e('level', '<>', LEVEL.user)])),
      );
      return decideEach(move, table, records, (record) => {
        const name = record.name ?? '';
        const existing = here.find(({ level }) => level !== LEVEL.user && String(level) === record.level);
        if (existing) return { outcome: 'present', match: existing.id };
        const first = firsts.get(name);
        if (first !== record.id) return skipped(`'${name}' is also the name of group ${first} there`);
        if (here.some((one) => one.name === name))
          return skipped(`'${name}' is the name of another group here`);
        return imported(group, { name, name_key: null, info: record.info ?? '' }, timesOf(move, record)); // the next start gives it a key
      });
    },
  };
}
