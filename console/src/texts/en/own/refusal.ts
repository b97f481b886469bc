export const refusal = {
  title: 'Why it was refused',
  id: 'Request ID',
  find: 'Explain',
  request: 'Request',
  user: 'User and groups',
  what: 'What happened',
  rule: 'Rule',
  missing: 'One of these permissions would have been enough',
  nothing: 'No permission would have changed it.',
  close: 'Close',
};
