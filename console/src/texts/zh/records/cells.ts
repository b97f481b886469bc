import type { cells as english } from '../../en/records/cells.ts';

export const cells: typeof english = {
  title: (field) => `编辑 ${field}`,
  save: '保存',
  saved: (field) => `已保存 ${field}`,
  conflict: '他人在此期间修改了该值：',
  widthOf: (field) => `${field} 的宽度`,
  widthHelp: '拖动，或使用方向键。双击或按 Enter 恢复默认宽度。',
  pasted: (count) => `已修改 ${count} 条记录`,
  unfit: (most) => `没有粘贴：最多 ${most} 行，且每个单元格都要对应您可以编辑的位置。`,
  waiting: '无法连接服务器，尚未保存。请重试。',
};
