import type { conflict as english } from '../../en/records/conflict.ts';

export const conflict: typeof english = {
  title: '他人已先保存此记录',
  by: (who) => `最近由 ${who} 保存`,
  todo: '你们都修改了以下字段。在您选择之前不会写入任何内容。',
  taken: '仅由他人修改，已采用：',
  mine: '保留我的',
  theirs: '采用他人的',
  together: '合并两者',
  use: '保存所选内容',
  undecided: '请先为每个字段作出选择。',
};
