/** In Chinese. */
export const zh = {
  changesTag: '变更',
  changesSummary: '调用者可见的变更，按提交顺序；Accept: text/event-stream 时持续推送',
  changesAfter: '此游标之后的变更',
  changesSince: '此毫秒时间戳以来的变更',
  changesOfCollections: '只看这些集合，用逗号分隔',
  changesOfRecord: '只看这一条记录；需要一个集合',
  changesNext: '下一页的 after；没有更多时可稍后再用',
  changesMore: '是否还有更多变更；此页可能因此为空',
  changeCursor: '用作 after 或 Last-Event-ID',
  changeOfDraft: '草稿的改动才有',
  changeEvent: 'entered 与 left 表示该记录进入或离开调用者的可见范围',
  changeDecision: '由发布或取消发布草稿引起时才有',
  changeIsOwn: '是否由调用者自己所为',
  changedFields: '调用者可见的已更改字段',
  afterOrSince: '不能与 after 一起使用',
  recordOfOneCollection: '需要恰好一个集合',
};
