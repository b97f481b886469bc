// The parts that the server is put together from.

export { admitCallers } from './admit-callers.ts';
export { defineJobs } from './define-jobs.ts';
export { pluginFigures } from './plugin-figures.ts';
export { makeSignInParts } from './sign-in-parts.ts';
export { tellSlowStatements } from './slow-statements.ts';
