import type { panels as english } from '../../en/records/panels.ts';

export const panels: typeof english = {
  measures: { count: '数量', sum: '合计', avg: '平均', min: '最小', max: '最大' },
  none: '无',
  empty: '还没有内容。',
  more: '还有未显示的分组。',
};
