import type { preview as englishPreview, impersonation as englishView } from '../../en/admin/preview.ts';

export const preview: typeof englishPreview = {
  open: '会有什么变化？',
  leaving: (group) => `将其移出 ${group} 的影响`,
  title: '这些更改的影响',
  nothing: '没有正常用户会因此得到或失去权限。',
  gaining: (count) => `${count} 位用户得到权限`,
  losing: (count) => `${count} 位用户失去权限`,
  incomplete: '受影响的用户多于此处所列。',
  gains: (names) => `得到 ${names.join('、')}`,
  loses: (names) => `失去 ${names.join('、')}`,
  records: (extent, count, exact) =>
    count === null || count === 0 ? extent : `${extent}（${exact ? count : `至少 ${count}`} 条）`,
  read: '查看',
  write: '修改',
  becomes: '变为',
  past: '最近 30 天',
  refused: (count) => `有 ${count} 次请求会被拒绝。`,
  allowed: (count) => `有 ${count} 次曾被拒绝的请求会被允许。`,
  outcomes: { refused: '拒绝', allowed: '允许' },
  pastIncomplete: '日志中的请求多于所检查的。',
  used: ({ user, permission, day }) => `${user} 于 ${day} 使用过“${permission}”。`,

  unused: '90 天未使用',
  unusedHelp: '这些分组的成员都没有使用过以下权限，建议收回。',
  recordedSince: (day) => `使用情况自 ${day} 起才有记录，其中可能有很少用到但仍需要的权限。`,
  notRecorded: '还没有使用记录。',
  allUsed: '分组持有的权限都在使用。',
  never: '从未使用',
  lastUsed: (day) => `最近使用于 ${day}`,
  take: (count) => `收回 ${count} 项`,
};

export const impersonation: typeof englishView = {
  begin: (name) => `以 ${name} 的身份查看`,
  label: '以其他用户身份查看',
  seenAs: (name) => `您正以 ${name} 的身份查看服务器。`,
  reads: '不能更改任何内容，每次读取都会记入日志。',
  end: '恢复本人身份',
  ended: (name) => `已不再以 ${name} 的身份查看服务器，现在是您本人的账号。`,
  again: '再次查看',
};
