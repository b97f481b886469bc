import type { assignments as english } from '../../en/talk/assignments.ts';

export const assignments: typeof english = {
  title: '指派',
  assign: '指派',
  to: '指派给',
  chooseHint: '搜索用户',
  openList: '显示用户',
  nobodyFound: '没有找到。只能指派给可读取此内容的人。',
  me: (name) => `${name}（您）`,
  due: '截止时间',
  dueHelp: '不填则没有截止时间。',
  note: '备注',
  by: (name) => `由 ${name} 指派`,
  overdue: '已逾期',
  done: (name) => `完成：${name}`,
  takeBack: (name) => `撤回对 ${name} 的指派`,
  move: (name) => `修改 ${name} 的截止时间`,
  save: '保存',
  cancel: '取消',
  chooseSomebody: '请选择一个人',
  notAhead: '时间必须在将来',
};
