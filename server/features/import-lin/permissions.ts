import { permission } from '../../access/accounts/permission.collection.ts';
import { render } from '../../messages/message.ts';
import { type ImportStep, skipped } from './decision.ts';
import type { SourceRecord } from './engines/engine.ts';
import { message } from './messages/message.ts';
import { decideEach, type Move } from './move.ts';

const table = 'lin_permission';

const inChinese = (key: 'logTag' | 'seeWholeLog' | 'seeWholeLogInLin') => render(message(key), 'zh');

/** What a permission of lin-cms-flask, whose names are Chinese, is called here. */
function nameHere({ name, module }: SourceRecord): string | null | undefined {
  const isWholeLog = module === inChinese('logTag') && name === inChinese('seeWholeLogInLin');
  return isWholeLog ? inChinese('seeWholeLog') : name;
}

/** Permissions belong to routes, so none is created: each is matched with that of the same name and module. */
export function permissions(move: Move): ImportStep {
  return {
    table,
    select: ['t.name', 't.module', 't.mount', `${move.source.isDeleted(table)} as deleted`],
    isReferredTo: true,
    async decide(records) {
      const here = await move.store.reads.where(permission, (select) => select.where('mount', '=', true));
      return decideEach(move, table, records, (record) => {
        const { name, module, mount } = record;
        if (mount === '0') return skipped('it is not mounted there');
        const names = [name, nameHere(record)];
        const match = here.find((one) => names.includes(one.name) && one.module === module)?.id;
        return match === undefined
          ? skipped(`no route here asks for '${name}' of '${module}'`)
          : { outcome: 'present', match };
      });
    },
  };
}
