export const breakGlass = {
  warning:
    'For emergencies: you become a super administrator, and everybody who is one gets a mail about it, if they have an address.',
  consequence:
    'Use it only where nobody with the rights can be reached. The reason goes into the mail and the log, as does all that you do. It ends by itself.',
  reason: 'Reason (at least 10 characters)',
  minutes: (most: number) => `Minutes (at most ${most})`,
  password: 'Your password',
  begin: 'Become a super administrator',
  begun: 'You are a super administrator; the others get a mail',
  begunUntold: (names: string) => `You are a super administrator. Tell ${names} yourself: they get no mail`,
  lasts: (until: string) => `You are a super administrator until ${until}.`,
  end: 'End it now',
  ended: 'You have your own rights again',
  off: 'Break-glass is switched off, or you have no need of it.',
};
