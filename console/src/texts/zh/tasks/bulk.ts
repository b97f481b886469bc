import type { bulk as english } from '../../en/tasks/bulk.ts';

const number = (count: number) => new Intl.NumberFormat('zh').format(count);

export const bulk: typeof english = {
  pickAll: '选择列表中的全部行',
  allPicked: (count) => `已选列表中的全部 ${number(count)} 行`,
  mayNot: '其中有您无权修改或删除的行。',
  edit: '批量编辑',
  remove: (count) => `删除 ${number(count)} 行`,
  change: (count) => `修改 ${number(count)} 行`,
  addField: '再修改一个字段',
  leave: (field) => `保持不变：${field}`,
  go: (count) => `修改 ${number(count)} 行`,
  note: '检查会逐行试运行，但不保存。您无权修改的行保持不变，并会列出。',
  checkOf: (count) => `检查 ${number(count)} 行`,
  changeOf: {
    update: (count) => `修改 ${number(count)} 行`,
    delete: (count) => `删除 ${number(count)} 行`,
  },
  linesOf: (done, total) => `已处理 ${number(done)} / ${number(total)} 行。`,
  noRows: '没有处理任何行。',
  checkedGood: '所有行都可以修改。',
  checkedBad: '被拒绝的行保持不变，其余的行会被修改。',
  row: '行',
  undo: '撤销',
};
