export const toasts = { label: 'Notifications', close: 'Close' };
