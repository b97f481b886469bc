/** What is wrong with input; the keys are codes for programs. */
export const problems = {
  badTime: ({ allowed }: { allowed: string }) => `格式应为 ${allowed}`,
};

/** In Chinese. */
export const zh = {
  ...problems,
  searchTheLog: '搜索日志',
  seeLoggedUsers: '查询日志记录的用户',
  listLog: '日志列表，最新的在前',
  searchLog: '按关键字、用户与时间搜索日志',
  exportLog: '日志（文件），最新的在前',
  onlyByKey: '仅显示使用此 id 的 API 密钥所做的操作',
  withAddresses: '是否显示陌生人、登录与被拒绝请求的网络',
  withRefusalIds: '是否在被拒绝的记录上显示用于查询原因的 id',
  loggedUsers: '日志里出现过的用户',
  logActivity: '每小时或每天的日志数：完成的与被拒绝的',
  minutesAheadOfUtc: '读者的时区比 UTC 早多少分钟',
  tooManyPeriods: ({ max }: { max: number }) => `最多 ${max} 个时段`,
  onlyRefused: 'true：只要被拒绝的请求；false：不要它们',
  onlySessions: 'true：只要登录、刷新令牌和退出；false：不要它们',
};
