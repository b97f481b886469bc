import type { saving as english } from '../../en/records/saving.ts';

export const saving: typeof english = {
  nothingYet: '尚未填写',
  noChanges: '没有未保存的修改',
  keptHere: (count: number) => `已修改 ${count} 个字段 · 保存前保留在此浏览器中`,
  keptUntilOnline: '无法连接 · 已保留在此浏览器中，恢复连接后自动保存',
  keptUntilSignIn: '登录已失效 · 已保留在此浏览器中，重新登录后自动保存',
  cannotKeep: '尚未保存，且此浏览器无法保留修改：离开前请先保存',
  proposal: {
    keptUntilOnline: '无法连接 · 已保留在此浏览器中，恢复连接后自动提议',
    keptUntilSignIn: '登录已失效 · 已保留在此浏览器中，重新登录后自动提议',
    keptHere: (count: number) => `已修改 ${count} 个字段 · 提议前保留在此浏览器中`,
    cannotKeep: '尚未提议，且此浏览器无法保留修改：离开前请先提议',
  },
  undo: '撤销上一步修改（Ctrl Z）',
  redo: '重做（Ctrl Y）',
  states: { saving: '正在保存…', saved: '已保存', conflict: '他人已先保存：请在下方选择' },
  refusedFields: (count: number) => `未保存：${count} 个字段需要修改`,
  refusedBecause: (reason: string) => `未保存：${reason}`,
  unreadable: '未保存：有字段不是有效的 JSON',
  taken: (count: number) => `他人修改了 ${count} 个字段，已显示其内容`,
  openSince: ({ name, ago }) => `${name}（${ago}）`,
  alsoOpen: (names) => `其他人也打开了此内容：${names}`,
};
