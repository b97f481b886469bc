/// <reference types="node" />
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');

/** Settings of the site: `npm run connect` in the folder of the project writes them into `.env`. */
export const settings = {
  /** Where Quire is: its API, its console and its sign-in. */
  quireUrl: origin('QUIRE_URL', 'http://127.0.0.1:5000'),
  siteUrl: origin('SITE_URL', 'http://127.0.0.1:4321'),
  clientId: process.env.CLIENT_ID ?? '',
  clientSecret: process.env.CLIENT_SECRET ?? '',
  webhookSecret: process.env.WEBHOOK_SECRET ?? '',
  sessionSecret: process.env.SESSION_SECRET ?? '',
};

function origin(name: string, initial: string): string {
  return new URL(process.env[name] ?? initial).origin;
}
