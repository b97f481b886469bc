import { Type } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import { everyone, login } from '../../definitions/access-rule.ts';
import type { Input, Route } from '../../http/route.ts';
import { greet } from './greet.ts';

const common = { method: 'GET', tag: '信息', family: 'cms' } as const;
const answer = Type.Object({ message: Type.String() });
const greeting = {
  ...common,
  access: everyone,
  summary: '服务是否在运行',
  answer,
  handle: (_: Door, input: Input) => greet(input),
} as const;

/** Where somebody who sets up a client can see that it is heard, that it has signed in, and that it has a permission. */
export const greetingRoutes: Route[] = [
  { ...greeting, path: '/' },
  { ...greeting, path: '/cms/test' },
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
