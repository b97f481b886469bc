import type { Texts } from '../index.ts';

export const errors: Texts['errors'] = {
  retry: '重试',
  refused: '服务器拒绝了此操作。',
  refusedTodo: '请修改所指出的内容后重试。',
  offline: '无法连接服务器。',
  offlineTodo: '请检查网络连接。您输入的内容不会丢失。',
  tooManyTodo: '请稍候再试。',
  goneTodo: '它可能已被删除，或您无权查看。请返回列表。',
  brokenTodo: '请稍后重试。如仍失败，请把时间告知管理员。',
  forbiddenTodo: '请向管理员申请权限，或换一个账号登录。',
  refusalId: '已拒绝。请求编号：',
  why: '为什么？',
};
