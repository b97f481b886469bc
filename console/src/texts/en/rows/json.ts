export const json = {
  format: 'Tidy up',
  invalid: 'This is no valid JSON:',
};
