export const json = {
  format: 'Tidy up',
  invalid: 'This is not valid JSON:',
};
