import type { trash as english } from '../../en/records/trash.ts';

export const trash: typeof english = {
  none: '回收站是空的',
  noneTodo: '删除的记录会保留在这里，直到被恢复或彻底删除。',
  deletedBy: ({ who, when }: { who: string; when: string }) => `由 ${who} 删除于 ${when}`,
  others: (count: number) => `另有 ${count} 条随之删除`,
  alongWith: '随其他记录一并删除',
  restore: '恢复',
  restored: (name: string) => `${name} 已恢复`,
  purge: (name: string) => `彻底删除：${name}`,
  purged: (name: string) => `${name} 已彻底删除`,
  purgeWarning: '该记录及其历史将被彻底删除，且无法撤销。',
  destroy: '彻底删除',
};
