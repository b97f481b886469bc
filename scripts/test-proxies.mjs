// Runs the typed client and the console through nginx, Apache httpd and HAProxy: see docs/guides/testing.md. By hand, and before a
// release. An argument names one of the proxies.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from '../test/proxies/programs.ts';
import { variants } from '../test/proxies/variants.ts';
import { chromiumPath } from '../test/support/browser/chromium.ts';

const OPENSSL = { path: '/usr/bin/openssl', debianPackage: 'openssl' };
const CHROMIUM = { path: chromiumPath ?? '/usr/bin/chromium', debianPackage: 'chromium' };
const missing = [...programs, OPENSSL, CHROMIUM].filter(({ path }) => !existsSync(path));
for (const { path, debianPackage } of missing)
  console.error(`${path} is missing: install the Debian package ${debianPackage}.`);
if (missing.length > 0) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'quire-proxies-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const certificate = makeCertificate();
const [wanted = ''] = process.argv.slice(2);
let failed = 0;
for (const [index, { language }] of programs.entries())
  if (language.includes(wanted)) for (const variant of variants.keys()) failed += run(index, variant);
console.log(failed === 0 ? 'All journeys passed through each proxy.' : `${failed} runs failed.`);
if (failed > 0) process.exitCode = 1;

/** Runs all journeys through one proxy that is set up in one way. Returns how many runs failed. */
function run(program, variant) {
  const env = {
    ...process.env,
    PROXY: String(program),
    PROXY_VARIANT: String(variant),
    PROXY_CERTIFICATE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
  };
  const args = ['--preserve-symlinks', '--test', '--test-reporter=spec', 'test/proxies/proxies.ts'];
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0 ? 0 : 1;
}

/** Makes a file with a certificate for this machine and its key. */
function makeCertificate() {
  const [file, key] = [join(folder, 'quire.pem'), join(folder, 'key.pem')];
  const about = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const keyed = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  execFileSync(OPENSSL.path, ['req', '-x509', ...keyed, ...about, '-out', file], { stdio: 'ignore' });
  writeFileSync(file, readFileSync(key, 'utf8') + readFileSync(file, 'utf8'));
  return file;
}
