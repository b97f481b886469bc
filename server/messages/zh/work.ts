/** Changes of many records, their undoing, and work that takes long. */
export const work = {
  setItemName: '给新记录的名字，供其他变更项引用',
  setItemNew: '本变更集新建的、要发布的记录的名字',
  setItemValues: '字段的新值；引用可写作 { "$new": 名字 }，指本变更集新建的记录',
  historyApprover: '批准此变更集的人',
  changedSince: '此后已变更',
  changesUndone: '数据库已回到较早的状态，此游标所指的变更已不存在',
  changesKeptSince: ({ min }: { min: number }) => `只保留 ${min} 之后的变更`,
  notACursor: '不是变更的游标',
  noSuchCollectionToRead: ({ name }: { name: string }) => `没有可读取的集合 ${name}`,
  altTexts: '按语言的替代文字；没有时为 null 或省略',
  jobLabel: '后台任务',
  jobAdded: ({ kind }: { kind: string }) => `已安排立即运行 ${kind}`,
  noSuchJob: ({ name, near, known }: { name: string; near: string; known: string }) =>
    `没有名为 '${name}' 的任务、邮件或定时计划${near}（可用：${known}）`,
  mailNeedsAddress: '邮件需要收件地址',
  onlyMailsHaveReaders: '只有邮件才有收件地址和语言',
  schedulesHaveNoInput: '定时任务没有输入',
  exportOf: ({ label }: { label: string }) => `导出${label}`,
  transferFormat: 'csv、jsonl 或 json；默认 csv',
  lineFormat: 'csv（默认）或 jsonl',
  exportBom: '以字节序标记开头，供电子表格识别；只用于 csv',
  exportSpreadsheet:
    '供电子表格打开并再次保存：带字节序标记，时间为 `zone` 时区的 ISO 8601 格式，会被电子表格改动的文本和长数字前加撇号；只用于 csv',
  exportSeparator: '单元格之间的分隔符，供电子表格使用；用分号时，小数使用逗号',
  sortedById: '默认按 id',
  serverStopped: '服务器停止',
  undoOthersChanges: '撤销他人的更改',
  undone: (counts: {
    removed: number;
    reverted: number;
    restored: number;
    published: number;
    left: number;
  }) =>
    `撤销更改：删除 ${counts.removed} 条记录，还原 ${counts.reverted} 个，恢复 ${counts.restored} 个，发布状态改变 ${counts.published} 个，保留 ${counts.left} 个`,
  undoChangedSince: '此后已被更改',
  undoDeletedSince: '此后已被删除',
  undoPurged: '已被彻底删除',
  undoNotAllowed: '没有权限更改',
  undoValuesNotKept: '有的值未保留在历史中',
  undoNoHistory: '此集合不保留历史',
  undoGoneFromTable: '已从其他程序的数据表中彻底删除',
  undoNotWritten: '其定义不允许此操作',
  undoSingleton: '唯一的记录不会被删除',
  undoInTheWay: '此次撤销范围之外的记录',
  undoDraftDiffers: '草稿与读者先前所见不同',
};
