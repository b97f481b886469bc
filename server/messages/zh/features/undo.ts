/** Taking back what was done. */
export const undo = {
  undoLabel: '撤销',
  undoTag: '撤销',
  undoOthersChanges: '撤销他人的更改',
  previewUndo: '预览撤销：会撤销什么，会保留什么，不写入任何内容',
  applyUndo: '撤销某人在一段时间内、一次请求、一次导入或一次批量操作所做的更改，要么全部完成，要么不做',
  listUndos: '撤销，从新到旧：自己的；超级管理员可见全部',
  showUndo: '一次撤销',
  undoRecords: '一次撤销中各记录的结果，只含调用者可见的记录',
  undoUser: '谁的更改；省略则为自己的',
  undoKey: '只含使用此 id 的 API 密钥所做的更改',
  undoSince: '从何时起，1970 年以来的毫秒数',
  undoUntil: '到何时止，1970 年以来的毫秒数；省略则到现在',
  undoRequest: '一次请求的 id，见历史与 X-Request-Id',
  undoOfImport: '一次导入的 id',
  undoOfBulk: '一次批量操作的 id',
  undoOfUndo: '一次撤销的 id，撤销它本身',
  undoCollections: '只含这些集合；省略则为全部',
  undoExpected: '预览所告知的更改数；数目不同则拒绝',
  undoMore: '是否还有未列出的记录',
  undone: (counts: {
    removed: number;
    reverted: number;
    restored: number;
    published: number;
    left: number;
  }) =>
    `撤销更改：删除 ${counts.removed} 条记录，还原 ${counts.reverted} 个，恢复 ${counts.restored} 个，发布状态改变 ${counts.published} 个，保留 ${counts.left} 个`,
  undoFound: ({ found, expected }: { found: number; expected: number }) =>
    `可撤销的更改为 ${found} 处，而非 ${expected} 处`,
  undoNothing: '没有可撤销的更改',
  undoOneScope: '须且只能给出 since、request、import、bulk、undo 之一',
  undoOnlyWithSince: '只能与 since 一起给出',
  undoEmptyPeriod: '须早于 until',
  ownUndoHours: ({ hours }: { hours: number }) => `撤销自己的更改最多可追溯 ${hours} 小时`,
  undoChangedSince: '此后已被更改',
  undoDeletedSince: '此后已被删除',
  undoPurged: '已被彻底删除',
  undoNotAllowed: '没有权限更改',
  undoValuesNotKept: '有的值未保留在历史中',
  undoNoHistory: '此集合不保留历史',
  undoSingleton: '唯一的记录不会被删除',
  undoInTheWay: '此次撤销范围之外的记录',
  undoDraftDiffers: '草稿与读者先前所见不同',
};
