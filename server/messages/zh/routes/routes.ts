/** Summaries, tags and parameters of the routes, as the API page shows them. */
export const routes = {
  apiTitle: 'Quire 接口',
  timestamp: '毫秒时间戳',
  previousOfLastPage: '下一页的 previous',
  aroundRecord: '这条记录位于页面中部',
  fromValue: '从第一个排序字段的这个值开始；之后没有记录时为列表末尾',
  countRule: ({ records, values }: { records: number; values: number }) =>
    `每页记录数：最多 ${records}；字段少时更多，记录数乘字段数不超过 ${values}`,
  nextOfLastPage: '上一页的 next',
} as const;
