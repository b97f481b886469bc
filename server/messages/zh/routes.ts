/** Summaries, tags and parameters of the routes, as the API page shows them. */
export const routes = {
  apiTitle: 'Quire 接口',
  timestamp: '毫秒时间戳',
  nextOfLastPage: '上一页的 next',
} as const;
