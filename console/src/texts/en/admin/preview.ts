/** What changes of grants would do, and what nobody uses. */
export const preview = {
  open: 'What would change?',
  leaving: (group: string) => `What taking them out of ${group} would change`,
  title: 'What these changes would do',
  nothing: 'No active user would gain or lose anything.',
  gaining: (count: number) => (count === 1 ? '1 user gains' : `${count} users gain`),
  losing: (count: number) => (count === 1 ? '1 user loses' : `${count} users lose`),
  incomplete: 'More users are affected than are listed here.',
  gains: (names: readonly string[]) => `gains ${names.join(', ')}`,
  loses: (names: readonly string[]) => `loses ${names.join(', ')}`,
  rows: (extent: string, count: number | null, exact: boolean) =>
    count === null || count === 0 ? extent : `${extent} (${exact ? count : `at least ${count}`})`,
  read: 'See',
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
  pastIncomplete: 'There are more requests in the log than were looked at.',
  used: (user: string, permission: string, day: string) => `${user} used ${permission} on ${day}.`,

  unused: 'Not used for 90 days',
  unusedHelp: 'None of the members of these groups used these permissions. Taking them away is a proposal.',
  recordedSince: (day: string) =>
    `Uses are recorded since ${day} only: what is needed rarely may be among these.`,
  notRecorded: 'No uses are recorded yet.',
  allUsed: 'Everything that groups hold is used.',
  never: 'never used',
  lastUsed: (day: string) => `last used on ${day}`,
  take: (count: number) => `Take away ${count}`,
};

/** The server as another user sees it. */
export const impersonation = {
  begin: (name: string) => `See as ${name}`,
  label: 'Seen as another user',
  seenAs: (name: string) => `You see the server as ${name} does.`,
  reads: 'Nothing can be changed, and every read is logged.',
  end: 'Back to yourself',
};
