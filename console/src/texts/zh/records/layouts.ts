import type { layouts as english } from '../../en/records/layouts.ts';

export const layouts: typeof english = {
  show: '显示方式',
  table: '表格',
  ofProject: '项目',
  names: { gallery: '图库', board: '看板', calendar: '日历', map: '地图' },
  by: ({ layout, field }) => `${layout}：${field}`,
  more: '显示更多',
  none: '无',
  move: '移到…',
  moveOf: (name) => `将 ${name} 移到`,
  moved: ({ name, lane }) => `${name} 现在位于 ${lane}`,
  earlier: '上个月',
  later: '下个月',
  today: '今天',
  nearer: '放大',
  farther: '缩小',
  fit: '显示全部地点',
  mapOf: (field) => `地图：${field}。方向键移动，+ 和 − 缩放。`,
  inSight: (count) => `视野内有 ${count} 个地点`,
  missing: '此列表无法以这种方式显示',
  missingTodo: '字段可能已被删除，或者您无权查看。',
};
