// Registers the site at this Quire: as an app, at which people sign in, and as the receiver of a webhook. Writes their
// secrets into site/.env.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

const FILE = 'site/.env';
if (existsSync(FILE)) throw new Error(`${FILE} is there already: delete it to connect the site anew`);
process.loadEnvFile('.env');
const { PUBLIC_URL = '', SITE_URL = '', QUIRE_ADMIN_PASSWORD } = process.env;

const password = QUIRE_ADMIN_PASSWORD ?? (await ask('Password of root: '));
const { access_token } = await post('user/login', { username: 'root', password });
const app = await post(
  'app',
  { name: 'Site', redirect_uris: [`${SITE_URL}/signed-in`], is_confidential: true },
  access_token,
);
const hook = await post(
  'webhook',
  { name: 'Site', url: `${SITE_URL}/hooks/quire`, collections: ['article', 'author'] },
  access_token,
);
const settings = {
  QUIRE_URL: PUBLIC_URL,
  SITE_URL,
  HOST: '127.0.0.1',
  PORT: new URL(SITE_URL).port,
  CLIENT_ID: app.client_id,
  CLIENT_SECRET: app.client_secret,
  WEBHOOK_SECRET: hook.secret,
  SESSION_SECRET: randomBytes(32).toString('hex'),
};
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(FILE, lines.join(''), { mode: 0o600 });
console.log(`Wrote ${FILE}.`);

async function ask(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(question);
  asking.close();
  return answer;
}

async function post(path: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await fetch(`${PUBLIC_URL}/api/cms/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}
