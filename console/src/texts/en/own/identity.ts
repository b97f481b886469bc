export const identity = {
  title: 'Single sign-on',
  help: 'External accounts that sign you in here.',
  none: 'No account is linked.',
  since: (day: string) => `Linked on ${day}`,
  linkOf: (provider: string) => `Link ${provider}`,
  linkTodo: (provider: string) => `Enter your password. You then sign in at ${provider} and return here.`,
  goThere: 'Continue',
  unlink: 'Unlink',
  unlinkOf: (provider: string) => `Unlink ${provider}`,
  unlinkTodo: 'Enter your password. Other sessions that started through this account end.',
};
