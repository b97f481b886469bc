import type { identity as en } from '../../en/own/identity.ts';

export const identity: typeof en = {
  title: '单点登录',
  help: '可用于登录此处的外部账号。',
  none: '尚未关联账号。',
  since: (day) => `关联于 ${day}`,
  linkOf: (provider) => `关联${provider}`,
  linkTodo: (provider) => `请输入密码，随后在${provider}登录并返回此处。`,
  goThere: '前往',
  unlink: '取消关联',
  unlinkOf: (provider) => `取消关联${provider}`,
  unlinkTodo: '请输入密码。通过该账号开始的其他会话将结束。',
};
