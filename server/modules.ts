import { changes } from './features/changes/module.ts';
import { jobs } from './features/jobs/module.ts';
import { logs } from './features/logs/module.ts';
import { mail } from './features/mail/module.ts';
import { search } from './features/search/module.ts';
import { views } from './features/views/module.ts';
import { webhooks } from './features/webhooks/module.ts';
import type { Module } from './module/define-module.ts';

/** The features of this server, in the order in which the API page lists their routes. */
export const modules: readonly Module[] = [views, changes, search, webhooks, logs, jobs, mail];
