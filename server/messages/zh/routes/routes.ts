/** Summaries, tags and parameters of the routes, as the API page shows them. */
export const routes = {
  apiTitle: 'Quire 接口',
  timestamp: '毫秒时间戳',
  previousOfLastPage: '下一页的 previous',
  aroundRow: '这个条目位于页面中部',
  fromValue: '从第一个排序字段的这个值开始；之后没有记录时为列表末尾',
  countRule: ({ rows, values }: { rows: number; values: number }) =>
    `每页条目数：最多 ${rows}；字段少时更多，条目数乘字段数不超过 ${values}`,
  nextOfLastPage: '上一页的 next',
} as const;
