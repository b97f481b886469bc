import type { refusal as en } from '../../en/own/refusal.ts';

export const refusal: typeof en = {
  title: '拒绝原因',
  id: '请求编号',
  find: '查询',
  request: '请求',
  user: '用户与分组',
  what: '发生了什么',
  rule: '规则',
  missing: '拥有以下任一权限即可',
  nothing: '没有权限能改变此结果。',
  close: '关闭',
};
