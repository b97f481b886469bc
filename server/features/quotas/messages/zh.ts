/** What lines of the log of earlier versions lack. */
interface LaterNames {
  readonly holder?: string;
  readonly most?: string;
  readonly unit?: string;
  readonly span?: string;
}

/** In Chinese. */
export const zh = {
  quotaLabel: '配额',
  quotaUseLabel: '配额的用量',
  quotasTag: '配额',
  listQuotas: '全部配额，以及在当前时段用得最多的调用者',
  createQuota: '新建配额：一个密钥、用户、分组的每个用户或每个未登录网络在每个时段可用的量',
  changeQuota: '修改配额的量',
  deleteQuota: '删除配额',
  quotaCreated: '新建配额成功',
  quotaChanged: ({ id, holder, most, unit, span }: { id: string } & LaterNames) =>
    holder === undefined ? `更新配额 ${id} 成功` : `更新${holder}的配额成功：${span} ${most} ${unit}`,
  quotaDeleted: ({ id, holder, most, unit, span }: { id: string } & LaterNames) =>
    holder === undefined ? `删除配额 ${id} 成功` : `删除${holder}的配额成功：${span} ${most} ${unit}`,
  quotaOfKey: ({ name }: { name: string }) => `密钥 ${name} `,
  quotaOfUser: ({ name }: { name: string }) => `用户 ${name} `,
  quotaOfGroup: ({ name }: { name: string }) => `分组 ${name} `,
  quotaOfNetwork: '每个未登录网络',
  quotaHolder: '谁的用量：一个密钥、一个用户、分组的每个用户，或每个未登录的网络',
  quotaHolderId: '密钥、用户或分组；network 没有',
  quotaUnit: '请求、回答中的记录、发出的字节，或数据库为其花费的毫秒',
  quotaSpan: '时段，按 UTC',
  quotaName: '密钥、用户或分组的名字；已不存在或为网络时为 null',
  quotaUsed: '用得最多的调用者，其他进程的计数最多晚一秒',
  quotaUser: '用户名，未登录时为网络',
  quotaRequests: '次请求',
  quotaRecords: '条记录',
  quotaBytes: '字节',
  quotaCost: '毫秒的数据库时间',
  quotaMinute: '每分钟',
  quotaHour: '每小时',
  quotaDay: '每天',
  quotaMonth: '每月',
  quotaUsedUp: ({ most, unit, span }: { most: string; unit: string; span: string }) =>
    `配额为${span} ${most} ${unit}，已用完`,
  quotaReached: ({ unit }: { unit: string }) => `配额已用完：${unit}`,
  quotaKnown: '已有这样的配额',
  quotaNeedsHolder: '必须指明密钥、用户或分组',
  quotaOfNetworks: '每个网络的配额不指明任何人',
  noSuchHolder: '不存在',
  tooManyQuotas: ({ max }: { max: number }) => `已有 ${max} 个配额，不能再多`,
};
