/** What waits for a second person. */
export const requests = {
  none: 'Nothing waits',
  noneTodo: 'What needs the approval of a second person appears here.',
  join: (user: string, group: string) => `${user} is to join ${group}`,
  grant: (group: string) => `${group} is to be granted permissions`,
  brings: (permissions: string) => `brings ${permissions}`,
  by: (name: string) => `asked by ${name}`,
  own: 'asked by you: somebody else decides',
  approveNamed: (what: string) => `Approve: ${what}`,
  approved: 'Approved; in force at once',
  decline: 'Decline',
  declineNamed: (what: string) => `Decline: ${what}`,
  declined: 'Declined',
  withdrawNamed: (what: string) => `Withdraw: ${what}`,
  withdrawn: 'Your request is withdrawn',
};
