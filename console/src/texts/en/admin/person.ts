/** The page of a user. */
export const person = {
  allUsers: 'All users',
  gone: 'No such user',
  goneTodo: 'The user was deleted, or is not one of those whom you manage.',
  noGroups: 'In no group.',
  join: 'Add to a group',
  joinTitle: (name: string) => `Add ${name} to a group`,
  leave: (group: string) => `Take out of ${group}`,
  left: (group: string) => `Taken out of ${group}`,
  changeTerms: (group: string) => `How long in ${group}`,
  sessions: 'Sessions',
  since: (when: string) => `since ${when}`,
  lastUsed: 'last used',
  endNamed: (device: string) => `End ${device}`,
  ended: (device: string) => `The session on ${device} has ended`,
  endAll: 'End all',
  allEnded: (name: string) => `All sessions of ${name} have ended`,
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
export const terms = {
  grantTitle: 'Grant for a time',
  ask: 'Ask for approval',
  forTime: 'For a time …',
  until: 'Until',
  untilHelp: 'Empty: for good.',
  reason: 'Reason',
  ends: (when: string) => `ends ${when}`,
  over: 'ended',
  waits: 'Waits for approval by a second person',
  needsApproval: 'A second person must approve this, and reads the reason.',
  sayWhy: 'A second person must approve this: give a reason.',
};
