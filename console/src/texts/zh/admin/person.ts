import type { person as englishPerson, validity as englishValidity } from '../../en/admin/person.ts';

export const person: typeof englishPerson = {
  allUsers: '所有用户',
  gone: '没有此用户',
  goneTodo: '该用户已被删除，或不由您管理。',
  noGroups: '不在任何分组中。',
  join: '加入分组',
  joinTitle: (name) => `将 ${name} 加入分组`,
  leave: (group) => `移出 ${group}`,
  left: (group) => `已移出 ${group}`,
  changeTerms: (group) => `${group} 的期限`,
  sessions: '会话',
  since: (when) => `始于 ${when}`,
  lastUsed: '最近使用',
  endNamed: (device) => `结束 ${device}`,
  ended: (device) => `${device} 上的会话已结束`,
  endAll: '全部结束',
  allEnded: (name) => `${name} 的所有会话已结束`,
  proofs: {
    password: '密码',
    totp: '身份验证器应用',
    recovery_code: '恢复代码',
    passkey: '通行密钥',
    device: '已记住的设备',
  },
  provedElsewhere: '其他身份提供方',
};

export const validity: typeof englishValidity = {
  grantTitle: '限期授予权限',
  ask: '请求批准',
  forTime: '限期授予…',
  until: '有效至',
  untilHelp: '留空表示长期有效。',
  reason: '原因',
  ends: (when) => `${when}到期`,
  over: '已到期',
  waits: '等待另一人批准',
  needsApproval: '需要另一人批准，对方会看到原因。',
  sayWhy: '需要另一人批准，请填写原因。',
};
