export interface NamedSet {
  id: bigint;
  title: string;
  author: string;
}

/** In Chinese. */
export const zh = {
  changeSetState: '变更集的状态不允许此操作',
  changeSetRightsLost: '作者或批准者已无权做此变更',
  changeSetLabel: '变更集',
  changeSetItemLabel: '变更集的变更项',
  changeSetsTag: '变更集',
  listChangeSets: '变更集，从新到旧：自己的，以及自己可以决定的；超级管理员可见全部',
  createChangeSet: '新建变更集：多条记录的变更，由另一个人批准，要么全部生效，要么都不生效',
  showChangeSet: '一个变更集及其差异，只含调用者可见的内容',
  changeChangeSet: '修改草稿的标题或说明',
  deleteChangeSet: '删除自己尚未生效的变更集',
  addSetItems: '向草稿添加变更项',
  replaceSetItem: '替换草稿的一个变更项；它以记录的现状为准',
  removeSetItem: '从草稿移除一个变更项',
  rebaseChangeSet: '让草稿的所有变更项以记录的现状为准',
  submitChangeSet: '提交草稿，等待批准',
  withdrawChangeSet: '撤回为草稿；批准随之失效',
  approveChangeSet: '批准他人的变更集，也可同时使其生效',
  rejectChangeSet: '拒绝他人的变更集，并说明理由',
  applyChangeSet: '使已批准的变更集生效：要么全部，要么都不',
  approveAndApply: '在同一事务中使其生效',
  setVersion: '每次变更加一；决定时须为所看到的版本',
  setItemCollection: '集合的名称',
  setItemVisible: '调用者是否可见此记录',
  setItemChanged: '自作者查看以来，此记录是否已变更',
  setItemChanges: '各字段：from 原值，to 新值，now 现值（若已变更）',
  changeSetCreated: ({ title }: { title: string }) => `新建变更集 ${title} 成功`,
  changeSetChanged: ({ title }: { title: string }) => `更新变更集 ${title} 成功`,
  changeSetDeleted: ({ title }: { title: string }) => `删除变更集 ${title} 成功`,
  changeSetSubmitted: ({ title }: { title: string }) => `变更集 ${title} 已提交`,
  changeSetWithdrawn: ({ title }: { title: string }) => `变更集 ${title} 已撤回`,
  changeSetApproved: ({ id, title, author }: NamedSet) => `已批准 ${author} 的变更集 ${id}：${title}`,
  changeSetRejected: ({ id, title, author }: NamedSet) => `已拒绝 ${author} 的变更集 ${id}：${title}`,
  changeSetApplied: ({ id, title, author, approver }: NamedSet & { approver: string }) =>
    `${author} 的变更集 ${id} 已生效，批准者 ${approver}：${title}`,
  setStateIs: ({ state }: { state: string }) => `状态为 ${state}`,
  notMadeBefore: ({ name }: { name: string }) => `之前没有变更项新建 ${name}`,
  notForThisCollection: '此集合不可如此',
  notForThisAction: '此操作不需要',
  secretNotInSets: '保密的值不能放入变更集',
  tooManySetItems: ({ max }: { max: number }) => `最多 ${max} 个变更项`,
  itemsTooLong: ({ max }: { max: number }) => `所有值合计最多 ${max} 个字符`,
  tooManySets: ({ max }: { max: number }) => `未生效的变更集最多 ${max} 个`,
  twiceInSet: '变更集中已有',
  keysDecideNothing: '不能决定变更集',
  accountOrKeyEnded: '账号或密钥已失效',
  mayNoLonger: ({ name, collection }: { name: string; collection: string }) =>
    `${name} 已不能更改 ${collection}`,
};
