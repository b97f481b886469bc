import type { ownAccess as en } from '../../en/own/own-access.ts';

export const ownAccess: typeof en = {
  title: '我的权限',
  help: '按内容查看：哪些记录对您开放、依据哪条规则，以及哪些权限可放宽限制。',
  collection: '内容',
  actions: { read: '查看', create: '新建', update: '修改', delete: '删除', publish: '发布' },
  records: { all: '全部记录', some: '部分记录', none: '不允许' },
  missing: '拥有以下任一权限可以做更多：',
};
