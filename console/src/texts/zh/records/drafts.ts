import type { drafts as english } from '../../en/records/drafts.ts';

export const drafts: typeof english = {
  title: '草稿',
  seenNow: '这是读者看到的内容',
  seen: '读者所见',
  toDraft: '返回草稿',
  publish: '发布',
  unpublish: '取消发布',
  discard: '恢复为已发布的内容',
  compare: '比较',
  compareTitle: '草稿与已发布的内容',
  compareHelp: '发布后，读者看到的内容会有以下变化。',
  close: '关闭',
  plan: '定时…',
  planGo: '定时',
  planTitle: '定时发布或取消发布',
  planWhat: '要做什么',
  planWhen: '时间',
  notAhead: '请选择将来的时间。',
  planned: {
    publish: (when) => `将于 ${when} 发布`,
    unpublish: (when) => `将于 ${when} 取消发布`,
  },
  takeBack: { publish: '不再定时发布', unpublish: '不再定时取消发布' },
  planKept: '已定时',
  planTaken: '已取消定时',
  done: {
    publish: '已发布，读者现在可以看到',
    unpublish: '已取消发布，读者不再看到',
    discard: '草稿已恢复为读者所见的内容',
  },
};
