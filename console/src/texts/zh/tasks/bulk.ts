import type { bulk as english } from '../../en/tasks/bulk.ts';

const number = (count: number) => new Intl.NumberFormat('zh').format(count);

export const bulk: typeof english = {
  pickAll: '选择列表中的全部条目',
  allPicked: (count) => `已选列表中的全部 ${number(count)} 个条目`,
  mayNot: '其中有您无权修改或删除的条目。',
  edit: '批量编辑',
  remove: (count) => `删除 ${number(count)} 个条目`,
  change: (count) => `修改 ${number(count)} 个条目`,
  addField: '再修改一个字段',
  leave: (field) => `保持不变：${field}`,
  go: (count) => `修改 ${number(count)} 个条目`,
  note: '检查会逐行试运行，但不保存。您无权修改的行保持不变，并会列出。',
  checkOf: (count) => `检查 ${number(count)} 个条目`,
  changeOf: {
    update: (count) => `修改 ${number(count)} 个条目`,
    delete: (count) => `删除 ${number(count)} 个条目`,
  },
  linesOf: (done, total) => `已处理 ${number(done)} / ${number(total)} 个条目。`,
  noRows: '没有处理任何条目。',
  checkedGood: '所有条目都可以修改。',
  checkedBad: '被拒绝的条目保持不变，其余的会被修改。',
  usedBy: '其他条目引用了它们：',
  usageOfFirst: (count) => `以上是引用前 ${number(count)} 个条目的情况。`,
  row: '条目',
  undo: '撤销',
};
