// Runs scripts of package.json beside each other: `node scripts/together.mjs check:types check:lint`. Shows what each has written
// when it has ended, and fails if one fails. After `--` stands a command that runs beside them and writes as it goes; scripts that
// have failed are then named once more at the end.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const given = process.argv.slice(2);
const end = given.includes('--') ? given.indexOf('--') : given.length;
const [names, command] = [given.slice(0, end), given.slice(end + 1)];
const failed = [];
const shell = process.platform === 'win32';
const endOf = (child) => new Promise((resolve) => child.once('close', resolve));

await Promise.all([...names.map(check), ...(command.length > 0 ? [follow(command)] : [])]);
if (failed.length > 0) process.exitCode = 1;
if (failed.length > 0 && command.length > 0) console.log(`✖ ${failed.join(', ')} failed`);

async function check(name) {
  const began = Date.now();
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'], shell });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), endOf(child)]);
  process.stdout.write(output);
  process.stderr.write(errors);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (code !== 0) failed.push(name);
}

async function follow([program, ...rest]) {
  const code = await endOf(spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit'], shell }));
  if (code !== 0) failed.push('the command');
}
