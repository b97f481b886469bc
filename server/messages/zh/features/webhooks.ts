export interface Paused {
  name: string;
  webhook: string;
  link: string;
}

/** Webhooks. */
export const webhooks = {
  webhookLabel: '网络钩子',
  deliveryLabel: '网络钩子的投递',
  webhooksTag: '网络钩子',
  manageWebhooks: '管理自己的网络钩子',
  listWebhooks: '网络钩子，从新到旧：自己的；超级管理员可见全部',
  showWebhook: '一个网络钩子',
  createWebhook: '新建网络钩子：一个地址，会得知其创建者可见的变更；密钥只在此时显示',
  webhookCreated: ({ name }: { name: string }) => `新建网络钩子 ${name} 成功`,
  changeWebhook: '修改、暂停或恢复网络钩子',
  webhookChanged: ({ name }: { name: string }) => `更新网络钩子 ${name} 成功`,
  replaceWebhookSecret: '更换签名密钥；在重叠期内，旧密钥与新密钥同时签名',
  webhookSecretReplaced: ({ name }: { name: string }) => `更换网络钩子 ${name} 的密钥成功`,
  testWebhook: '发送一次测试',
  webhookTested: ({ name }: { name: string }) => `网络钩子 ${name} 的测试将被发送`,
  deleteWebhook: '删除网络钩子及其投递',
  webhookDeleted: ({ name }: { name: string }) => `删除网络钩子 ${name} 成功`,
  listDeliveries: '网络钩子的投递，从新到旧：发送了什么，收到了什么回答',
  redeliver: '再次投递',
  deliveryRepeated: ({ id }: { id: bigint }) => `投递 ${id} 将再次发送`,
  deliveryWaits: '仍在等待发送',
  deliveryBody: '发送的原文',
  deliveryAnswer: '最近一次回答的开头',
  webhookEvents: '告知哪些事件；null 为全部',
  webhookRecords: '告知哪些内容的变更；null 为全部，空列表为无',
  webhookFilter: '只告知符合条件的条目，仅限一种内容，形式同列表的筛选，如 {"state": "live"}；null 为全部',
  webhookAccess: '告知用户与权限的哪些变更；null 为无。仅限超级管理员',
  filterOfOneRecord: '须在 records 中恰好指定一种内容',
  filterNotRead: '须为对象形式的筛选条件，如 {"state": {"eq": "live"}}',
  filterBeyondTheRow: '须由条目自身决定：不可搜索，不可按引用它的条目筛选，也不可用 above',
  accessNotForWebhook: '仅限超级管理员，以及其可管理帐号的密钥',
  webhookUrl: '接收者的地址',
  webhookState: '暂停时不发送；恢复后从暂停处继续',
  webhookSecret: '签名密钥（Standard Webhooks），只在此时显示',
  secretOverlap: '旧密钥再用多少秒，默认一天；0 为立即停用',
  notAWebhookUrl: '须为 http 或 https 地址，不含用户名、密码与 #',
  webhookMailLabel: '网络钩子邮件',
  webhookMailSubject: ({ webhook }: Paused) => `网络钩子“${webhook}”已暂停`,
  webhookMailText: ({ name, webhook, link }: Paused) =>
    `${name}，您好，\n\n网络钩子“${webhook}”已暂停，不再发送。请登录查看原因，排除后恢复它。只要变更仍有保留，它会补发错过的内容：\n\n${link}\n`,
  addressNotForWebhooks: '只可为公网的 https 地址，或 WEBHOOK_NETWORKS 中的网络',
};
