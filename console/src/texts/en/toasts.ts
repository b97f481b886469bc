export const toasts = {
  label: 'Notifications',
  close: 'Close',
  copy: 'Copy',
  notCopied: 'The browser did not allow copying. Select the text and copy it yourself.',
};
