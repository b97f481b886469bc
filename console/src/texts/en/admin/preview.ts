/** What changes of grants would do, and what nobody uses. */
export const preview = {
  open: 'Preview',
  leaving: (group: string) => `Preview removal from ${group}`,
  title: 'Effect of these changes',
  nothing: 'No active user would gain or lose anything.',
  gaining: (count: number) => (count === 1 ? '1 user gains' : `${count} users gain`),
  losing: (count: number) => (count === 1 ? '1 user loses' : `${count} users lose`),
  incomplete: 'More users are affected than are listed here.',
  gains: (names: readonly string[]) => `gains ${names.join(', ')}`,
  loses: (names: readonly string[]) => `loses ${names.join(', ')}`,
  records: (extent: string, count: number | null, exact: boolean) =>
    count === null || count === 0 ? extent : `${extent} (${exact ? count : `at least ${count}`})`,
  read: 'View',
  write: 'Change',
  becomes: 'becomes',
  past: 'The last 30 days',
  refused: (count: number) =>
    count === 1 ? '1 request would have been refused.' : `${count} requests would have been refused.`,
  allowed: (count: number) =>
    count === 1
      ? '1 refused request would have been allowed.'
      : `${count} refused requests would have been allowed.`,
  outcomes: { refused: 'refused', allowed: 'allowed' },
  pastIncomplete: 'The log has more requests than were checked.',
  used: ({ user, permission, day }: { user: string; permission: string; day: string }) =>
    `${user} used ${permission} on ${day}.`,

  unused: 'Unused for 90 days',
  unusedHelp: 'No member of these groups used these permissions. Choose which of them to remove.',
  recordedSince: (day: string) =>
    `Use has been recorded only since ${day}: rarely used permissions may be among these.`,
  notRecorded: 'No use has been recorded yet.',
  allUsed: 'All permissions of groups are used.',
  never: 'never used',
  lastUsed: (day: string) => `last used on ${day}`,
  take: (count: number) => `Remove ${count}`,
};

/** The server as another user sees it. */
export const impersonation = {
  begin: (name: string) => `View as ${name}`,
  label: 'Viewing as another user',
  seenAs: (name: string) => `You are viewing the server as ${name}.`,
  reads: 'You cannot change anything, and every read is logged.',
  end: 'Return to your account',
  ended: (name: string) => `You are no longer viewing the server as ${name}: this is your own account.`,
  again: 'View again',
};
