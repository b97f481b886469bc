/** Texts about durable jobs. */
export const jobs = {
  jobLabel: '后台任务',
  jobListSummary: '后台任务列表，最新的在前',
  scheduleListSummary: '定时计划及其下次运行时间，最早的在前',
  scheduleKind: '所添加任务的种类',
  scheduleNext: '自 1970 年起的毫秒数；不再运行时为 null',
  jobSummary: '一个后台任务',
  jobRetrySummary: '立即重试一个失败或等待中的后台任务',
  jobDeleteSummary: '删除一个已完成或已放弃的后台任务',
  jobRetried: ({ id }: { id: bigint }) => `已安排重试后台任务 ${id}`,
  jobDeleted: ({ id }: { id: bigint }) => `删除后台任务 ${id} 成功`,
  jobIsRunning: '任务正在运行',
  jobIsDone: '任务已完成',
  jobIsNotOver: '任务还没有结束',
  mailTag: '邮件',
  mailListSummary: '未发送而保留的邮件',
  mailSummary: '按发送格式返回一封邮件',
} as const;
