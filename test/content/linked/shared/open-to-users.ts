import { login } from 'quire-cms';

/** Whoever has signed in may do everything. */
export const openToUsers = {
  ...{ read: login, create: login, update: login, delete: login },
  ...{ restore: login, history: login, trash: login },
} as const;
