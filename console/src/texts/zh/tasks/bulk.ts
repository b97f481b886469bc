import type { bulk as english } from '../../en/tasks/bulk.ts';

const number = (count: number) => new Intl.NumberFormat('zh').format(count);

export const bulk: typeof english = {
  pickAll: '选择列表中的全部记录',
  allPicked: (count) => `已选列表中的全部 ${number(count)} 条记录`,
  mayNot: '其中有您无权修改或删除的记录。',
  edit: '批量编辑',
  remove: (count) => `删除 ${number(count)} 条记录`,
  change: (count) => `修改 ${number(count)} 条记录`,
  addField: '再修改一个字段',
  leave: (field) => `保持不变：${field}`,
  go: (count) => `修改 ${number(count)} 条记录`,
  note: '检查会逐行试运行，但不保存。您无权修改的行保持不变，并会列出。',
  checkOf: (count) => `检查 ${number(count)} 条记录`,
  changeOf: {
    update: (count) => `修改 ${number(count)} 条记录`,
    delete: (count) => `删除 ${number(count)} 条记录`,
  },
  decideOnAll: {
    publish: (count) => `发布 ${number(count)} 条记录？`,
    unpublish: (count) => `取消发布 ${number(count)} 条记录？`,
  },
  decisionTells: {
    publish: '这是列表中的全部记录。读者立即可见，之后可以撤销。',
    unpublish: '这是列表中的全部记录。读者将不再看到，之后可以撤销。',
  },
  linesOf: (done, total) => `已处理 ${number(done)} / ${number(total)} 条记录。`,
  noRecords: '没有处理任何记录。',
  checkedGood: '所有记录都可以修改。',
  checkedBad: '被拒绝的记录保持不变，其余的会被修改。',
  usedBy: '其他记录引用了它们：',
  usageOfFirst: (count) => `以上是引用前 ${number(count)} 条记录的情况。`,
  record: '记录',
  undo: '撤销',
  duplicate: '复制',
  copyOf: (title) => `${title}（副本）`,
  acts: {
    publish: (count) => `发布 ${number(count)} 条记录`,
    unpublish: (count) => `取消发布 ${number(count)} 条记录`,
    schedule: (count) => `为 ${number(count)} 条记录定时`,
    duplicate: (count) => `复制 ${number(count)} 条记录`,
  },
  actSum: ({ done, refused, left }) =>
    [`完成 ${done}`, refused > 0 && `被拒绝 ${refused}`, left > 0 && `未尝试 ${left}`]
      .filter(Boolean)
      .join('，'),
  stop: '停止',
  goOn: (count) => `继续处理 ${number(count)} 条记录`,
  retry: '重试被拒绝的记录',
};
