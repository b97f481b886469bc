import { Type } from '../../../contract/json-schema.ts';
import { everyone, login } from '../../definitions/access-rule.ts';
import type { Route } from '../../http/route.ts';
import { greet } from './page.ts';

const common = { method: 'GET', tag: '信息', family: 'cms' } as const;
const page = {
  ...common,
  access: everyone,
  summary: '服务是否在运行',
  produces: 'text/html',
  handle: greet,
} as const;
const answer = Type.Object({ message: Type.String() });

/** Where somebody who sets up a client can see that it is heard, that it has signed in, and that it has a permission. */
export const greetingRoutes: Route[] = [
  { ...page, path: '/' },
  { ...page, path: '/cms/test' },
  {
    ...common,
    path: '/cms/test/json',
    access: login,
    summary: '测试登录与日志',
    log: '{user.username} 测试了 {request.method} {request.path}，状态 {response.status_code}',
    answer,
    handle: async () => ({ message: '已登录，并记录了一条日志' }),
  },
  {
    ...common,
    path: '/cms/test/info',
    access: {
      level: 'permission',
      permission: { key: 'info.view', name: '查看lin的信息', module: '信息' },
    },
    summary: '测试权限',
    answer,
    handle: async () => ({ message: '已登录，并拥有查看信息的权限' }),
  },
];
