import type { Dialect } from './dialect.ts';
import { inNewWords } from './forms.ts';
import { problemBodies } from './problem-bodies.ts';

/** The core's own form, for clients that are bound to no older contract: what HTTP clients expect. */
export const api: Dialect = {
  base: '/api',
  bodies: problemBodies,
  language: 'en',
  codes: {},
  forms: {},
  answerForm: inNewWords,
  answersRecords: true,
  keepsNewRefreshTokens: true,
  knowsPermissionsByName: false,
  unknownParameters: 'refused by routes of collections',
};
