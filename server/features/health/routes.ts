import { Type } from '../../../contract/json-schema.ts';
import { everyone } from '../../definitions/access-rule.ts';
import type { Route } from '../../http/route.ts';

const common = {
  method: 'GET',
  access: everyone,
  tag: '健康',
  family: 'cms',
  answer: Type.Object({ status: Type.String() }),
} as const;

/** What keeps processes running asks here whether to start one anew, and what spreads requests, whether to send it any. */
export function healthRoutes(makeSure: () => Promise<void>): Route[] {
  return [
    {
      ...common,
      path: '/health/live',
      summary: '进程是否在运行',
      isAlwaysAnswered: true,
      handle: async () => ({ status: 'live' }),
    },
    {
      ...common,
      path: '/health/ready',
      summary: '是否可以接收请求：数据库可以访问，表结构与定义一致；否则 503',
      handle: async () => {
        await makeSure();
        return { status: 'ready' };
      },
    },
  ];
}
