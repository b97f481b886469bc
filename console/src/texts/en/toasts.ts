export const toasts = { label: 'Notices', close: 'Close' };
