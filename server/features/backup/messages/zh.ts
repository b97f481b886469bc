/** In Chinese. */
export const zh = {
  backupsTag: '备份',
  seeBackups: '查看备份状态',
  backupRunLabel: '备份记录',
  backupHealth: '最近一次备份与最近一次恢复演练，以及各自最近一次成功的时间',
  backupName: '备份的名称；没有备份时为空',
  backupProblem: '失败的原因；成功时为 null',
  backupFailed: ({ problem }: { problem: string }) => `最近一次备份失败：${problem}`,
  drillFailed: ({ problem }: { problem: string }) => `最近一次恢复演练失败：${problem}`,
  databaseRestored: ({ time }: { time: string }) => `数据库已恢复到 ${time} 的备份`,
};
