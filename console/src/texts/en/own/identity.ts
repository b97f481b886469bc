export const identity = {
  title: 'Single sign-on',
  help: 'Accounts elsewhere that sign you in here.',
  none: 'No account is linked.',
  since: (day: string) => `Linked on ${day}`,
  linkOf: (provider: string) => `Link ${provider}`,
  linkTodo: (provider: string) => `Type your password. You then sign in at ${provider}, and come back.`,
  goThere: 'Continue there',
  unlink: 'Unlink',
  unlinkOf: (provider: string) => `Unlink ${provider}`,
  unlinkTodo: 'Type your password. Other sessions that began by this account end.',
};
