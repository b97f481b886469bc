import { login } from 'quire-cms';

/** All signed-in users may do everything. */
export const openToUsers = {
  ...{ read: login, create: login, update: login, delete: login },
  ...{ restore: login, history: login, trash: login },
} as const;
