import type { plans as english } from '../../en/records/plans.ts';

export const plans: typeof english = {
  title: '定时发布',
  all: '所有计划',
  coming: '即将进行',
  overdue: '已过期',
  overdueHelp: '以下计划未能按时完成。请逐个打开，立即执行或重新安排时间。',
  why: '查看原因',
  does: { publish: '发布', unpublish: '取消发布' },
  waits: { publish: '等待发布', unpublish: '等待取消发布' },
  late: { publish: '应已发布', unpublish: '应已取消发布' },
  takeBack: '取消计划',
  takeBackNamed: (name) => `取消计划：${name}`,
  takenBack: (name) => `已取消“${name}”的计划。`,
  none: '没有定时发布',
  noneTodo: '打开一份草稿，安排它的发布或取消发布时间。',
};
