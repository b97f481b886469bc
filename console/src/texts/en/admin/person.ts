/** The page of a user. */
export const person = {
  allUsers: 'All users',
  gone: 'No such user',
  goneTodo: 'The user was deleted, or you do not manage this user.',
  noGroups: 'In no group.',
  join: 'Add to a group',
  joinTitle: (name: string) => `Add ${name} to a group`,
  leave: (group: string) => `Remove from ${group}`,
  left: (group: string) => `Removed from ${group}`,
  changeTerms: (group: string) => `Duration in ${group}`,
  sessions: 'Sessions',
  since: (when: string) => `since ${when}`,
  lastUsed: 'last used',
  endNamed: (device: string) => `End ${device}`,
  ended: (device: string) => `Session on ${device} ended`,
  endAll: 'End all',
  allEnded: (name: string) => `All sessions of ${name} ended`,
  /** By the names that the server gives them. */
  proofs: {
    password: 'password',
    totp: 'authenticator app',
    recovery_code: 'recovery code',
    passkey: 'passkey',
    device: 'remembered device',
  } as Readonly<Record<string, string>>,
  provedElsewhere: 'another provider',
};

/** For how long something is given. */
export const validity = {
  grantTitle: 'Temporary grant',
  ask: 'Request approval',
  forTime: 'For a limited time…',
  until: 'Until',
  untilHelp: 'Empty: no end.',
  reason: 'Reason',
  ends: (when: string) => `ends ${when}`,
  over: 'ended',
  waits: 'Awaiting approval by a second person',
  needsApproval: 'A second person must approve this, and reads the reason.',
  sayWhy: 'A second person must approve this: give a reason.',
};
