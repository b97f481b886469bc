import type { Texts } from '../index.ts';

export const history: Texts['history'] = {
  title: '历史',
  removed: '删除：',
  added: '新增：',
  now: '现在',
  beforeAll: '最早的修改之前',
  asOf: '截至',
  comparedWith: '对比',
  moment: '或指定时间',
  compare: '比较两个状态',
  changes: '修改记录',
  older: '显示更早的修改',
  none: '还没有历史',
  noneTodo: '此条目的每次修改都会列在这里。',
  noDifference: '没有区别。',
  somebody: '某人',
  putBack: (field: string) => `恢复：${field}`,
  putAllBack: '全部恢复',
  fieldBack: (field: string) => `${field}已恢复`,
  allBack: '条目已恢复原状',
  actions: { create: '创建', update: '修改', delete: '删除', restore: '恢复', purge: '彻底删除' },
};

export const conflict: Texts['conflict'] = {
  title: '他人已先保存此条目',
  todo: '你们都修改了以下字段。在您选择之前不会写入任何内容。',
  taken: '仅由他人修改，已采用：',
  mine: '保留我的',
  theirs: '采用他人的',
  together: '合并两者',
  use: '保存所选内容',
  undecided: '请先为每个字段作出选择。',
};

export const toasts: Texts['toasts'] = { label: '通知', close: '关闭' };
