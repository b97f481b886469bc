import type { quotas as english } from '../../en/admin/quotas.ts';

export const quotas: typeof english = {
  newQuota: '新建配额',
  change: (name) => `修改 ${name} 的配额`,
  remove: (name) => `删除 ${name} 的配额`,
  removeWarning: '从下一次请求起不再受它限制。',
  removed: '配额已删除',
  none: '没有配额',
  noneTodo: '新建配额，限制一个密钥、用户、分组或网络在一段时间内的用量。',
  holder: '对象',
  holders: {
    key: 'API 密钥',
    user: '用户',
    group: '分组的每个用户',
    network: '每个未登录的网络',
  },
  which: { key: '密钥', user: '用户名', group: '分组' },
  noSuchUser: '没有这个名字的用户。',
  gone: '已不存在',
  unit: '计量',
  units: {
    requests: '请求',
    records: '回答中的记录',
    bytes: '发出的字节',
    cost: '数据库的毫秒',
  },
  most: '最多',
  span: '每',
  spans: { minute: '分钟', hour: '小时', day: '天', month: '月' },
  bound: '限制',
  used: '用得最多',
  nobody: '还没有',
};
