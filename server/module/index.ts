// What modules are made of.

export type { FindConcerns } from './concern.ts';
export { defineModule, type Module, type Opened, type Own } from './define-module.ts';
export type { Figure } from './figure.ts';
export type { Host } from './host.ts';
export type { FindNotifications } from './notification.ts';
export { isSwitchedOn, openModules } from './open-modules.ts';
export type { ListStreams } from './open-stream.ts';
export { servedCollections } from './served-collections.ts';
export { users } from './users.ts';
