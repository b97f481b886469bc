// Loaded into what tests start, and into its threads: Argon2id at the least cost. Most tests sign somebody in.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2Sync } = crypto;
crypto.argon2Sync = (algorithm, hashing) => argon2Sync(algorithm, { ...hashing, memory: 8, passes: 1 });
syncBuiltinESMExports();
