import { permission } from '../../access/accounts/permission.record.ts';
import { type Step, skipped } from './decision.ts';
import { decideEach, type Move } from './move.ts';

const table = 'lin_permission';

/** What lin-cms-flask calls differently, by module and name. */
const NAMES: Readonly<Record<string, string>> = { '日志 查询日志': '查询所有日志' };

/** Permissions belong to routes, so none is created: each is matched with that of the same name and module. */
export function permissions(move: Move): Step {
  return {
    table,
    select: ['t.name', 't.module', 't.mount', `${move.source.isDeleted(table)} as deleted`],
    isReferredTo: true,
    async decide(rows) {
      const here = await move.records.reads.where(permission, (select) => select.where('mount', '=', true));
      return decideEach(move, table, rows, ({ name, module, mount }) => {
        if (mount === '0') return skipped('it is not mounted there');
        const names = [name, NAMES[`${module} ${name}`]];
        const match = here.find((one) => names.includes(one.name) && one.module === module)?.id;
        return match === undefined
          ? skipped(`no route here asks for '${name}' of '${module}'`)
          : { outcome: 'present', match };
      });
    },
  };
}
