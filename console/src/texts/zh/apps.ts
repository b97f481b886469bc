import type { apps as source } from '../en/apps.ts';

export const apps: typeof source = {
  none: '没有应用代您行事。',
  since: '同意于',
  end: '收回',
  endNamed: (name) => `收回对${name}的同意`,
  ended: (name) => `${name}不再代您行事。`,
  undo: '撤销它的更改',
  consent: '允许应用？',
  asks: (username) => `请求代 ${username} 行事。`,
  leadsTo: (hosts) => `之后前往 ${hosts}。`,
  unknownApp: '此应用自行登记，名称未经核实。仅当您刚刚亲自启动它时才允许。',
  wants: '它请求',
  within: '它的权利不会超过您的权利。您可随时在个人资料中收回同意。',
  allow: '允许',
  refuse: '拒绝',
  device: '登录设备',
  deviceTodo: '输入设备显示的代码。切勿输入别人发来的代码。',
  code: '代码',
  goOn: '继续',
  granted: '设备已登录，可以关闭此页。',
  refused: '已拒绝该设备。',
};
