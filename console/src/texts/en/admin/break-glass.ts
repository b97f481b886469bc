export const breakGlass = {
  warning:
    'For emergencies: you become a super administrator, and all super administrators with an address get an email.',
  consequence:
    'Use it only if nobody with the rights can be reached. The email and the log state your reason, and the log records everything you do. It ends automatically.',
  reason: 'Reason (at least 10 characters)',
  minutes: (most: number) => `Minutes (at most ${most})`,
  password: 'Your password',
  begin: 'Become a super administrator',
  begun: 'You are a super administrator; the others get an email',
  begunUntold: (names: string) => `You are a super administrator. Tell ${names} yourself: they get no email`,
  lasts: (until: string) => `You are a super administrator until ${until}.`,
  end: 'End it now',
  ended: 'You have your own rights again',
  off: 'Break-glass is switched off, or you do not need it.',
};
