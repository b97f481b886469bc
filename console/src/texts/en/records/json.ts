export const json = {
  format: 'Format',
  invalid: 'Invalid JSON:',
};
