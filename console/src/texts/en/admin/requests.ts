/** What waits for a second person. */
export const requests = {
  none: 'Nothing to approve',
  noneTodo: 'Changes that a second person must approve appear here.',
  join: ({ user, group }: { user: string; group: string }) => `Add ${user} to ${group}`,
  grant: (group: string) => `Grant permissions to ${group}`,
  brings: (permissions: string) => `grants ${permissions}`,
  by: (name: string) => `requested by ${name}`,
  own: 'requested by you; someone else decides',
  approveNamed: (what: string) => `Approve: ${what}`,
  approved: 'Approved, effective immediately',
  decline: 'Decline',
  declineNamed: (what: string) => `Decline: ${what}`,
  declined: 'Declined',
  withdrawNamed: (what: string) => `Withdraw: ${what}`,
  withdrawn: 'Request withdrawn',
};
