export const refusal = {
  title: 'Why it was refused',
  id: 'Id of the request',
  find: 'Explain',
  request: 'Request',
  user: 'User and groups',
  what: 'What happened',
  rule: 'Rule',
  missing: 'One of these permissions would have been enough',
  nothing: 'No permission would have changed it.',
  close: 'Close',
};
