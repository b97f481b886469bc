interface Assigned {
  label: string;
  id: bigint;
}

/** In Chinese. */
export const zh = {
  assignmentLabel: '指派',
  assignmentsTag: '指派',
  listAssignments: '一条记录的指派，从新到旧',
  listAssignedToMe: '指派给调用者的未完成指派，按截止时间；只含调用者可读取的记录',
  listAssignedByMe: '调用者指派的未完成指派，按截止时间；只含调用者可读取的记录',
  listAssignable: '可以指派给的人：可读取该记录，并且调用者可以认识的用户',
  showAssignment: '一个指派',
  createAssignment: '将一条记录指派给用户',
  changeAssignment: '修改指派的截止时间',
  endAssignment: '将指派标记为已完成',
  takeBackAssignment: '撤回指派',
  assignmentNote: '要做什么；最多 500 个字符',
  assignmentDueTime: '截止时间；没有则为 null',
  assignmentTitle: '记录的标题，只在调用者可读取时',
  assignmentOverdue: '未完成且已过截止时间',
  assignmentCan: '调用者可以做什么：修改截止时间；完成或撤回',
  assignmentState: 'open 未完成的指派，done 已完成的指派；不填则为全部',
  assignmentMayAssign: '调用者能否指派此记录',
  assignmentsTotal: '总数，包括未列出的',
  assignmentsOverdue: '其中已逾期的数量',
  recordAssigned: ({ label, id }: Assigned) => `${label} ${id} 指派成功`,
  assignmentChanged: ({ label, id }: Assigned) => `${label} ${id} 的指派更新成功`,
  assignmentDone: ({ label, id }: Assigned) => `${label} ${id} 的指派已完成`,
  assignmentTakenBack: ({ label, id }: Assigned) => `${label} ${id} 的指派已撤回`,
  notAssignable: '不是可以指派此记录的用户',
  alreadyAssigned: '已有此记录的未完成指派',
  assignmentIsDone: '所指的指派已完成',
  dueTimeHasPassed: '必须是将来的时间',
  tooManyAssignments: ({ max }: { max: number }) => `每小时最多指派 ${max} 次`,
  tooManyOfRecord: ({ max }: { max: number }) => `一条记录最多 ${max} 个未完成的指派`,
  tooManyOfUser: ({ max }: { max: number }) => `已有 ${max} 个未完成的指派，这是一个用户的上限`,
  assignedToYou: ({ name, label, id }: { name: string } & Assigned) => `${name} 将${label} ${id} 指派给了你`,
  assignmentIsDue: ({ label, id }: { name: string } & Assigned) => `指派给你的${label} ${id} 将在一天内到期`,
  assignmentIsOverdue: ({ label, id }: { name: string } & Assigned) => `指派给你的${label} ${id} 已逾期`,
  keysAssignNothing: '不能读写指派',
};
