// Runs scripts of package.json beside each other: `node scripts/together.mjs check:types check:lint`. Shows what each has written
// when it has ended, and fails if one fails.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

await Promise.all(
  process.argv.slice(2).map(async (name) => {
    const began = Date.now();
    const child = spawn('npm', ['run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    process.stdout.write(output);
    process.stderr.write(errors);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)`);
    if (code !== 0) process.exitCode = 1;
  }),
);
